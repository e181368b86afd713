package io.gpuledger.analyzer.remotewrite;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// What all bodies together may take of the memory while they are read and wait for buffers. The first piece of each is
/// free, as there are no more of them than connections: so who sends little is in nobody's way, and nobody in his.
final class BodyBudget {
    static final int PIECE = 64 << 10;

    private static final Duration BUSY = Duration.ofSeconds(1);

    private final Semaphore pieces;
    private final Duration patience;

    /// @param patience how long a body waits for more room
    BodyBudget(long bytesMax, Duration patience) {
        this.pieces = new Semaphore(Math.toIntExact(pieces(bytesMax)), true);
        this.patience = patience;
    }

    /// Returns how many pieces so many bytes take besides the first.
    private static long pieces(long bytes) {
        return Math.max(0, (bytes - 1) / PIECE);
    }

    /// Takes what a body needs to grow. A body that has grown has to [#leave] with its size of then.
    void grow(int from, int to) throws InterruptedException, RefusedException {
        var more = (int) (pieces(to) - pieces(from));
        if (more > 0 && !pieces.tryAcquire(more, patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw RefusedException.forNow(
                    BUSY,
                    "More bytes are being sent at the moment than remote-write-max-requests of"
                            + " remote-write-max-body have; try again.");
        }
    }

    void leave(int bytes) {
        pieces.release((int) pieces(bytes));
    }
}
