package io.gpuledger.analyzer.remotewrite;

import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Lends buffers to so many requests at a time and no more. The buffers that were given back last are lent
/// first, so that few are ever used where few are needed.
final class RequestBufferPool {
    private static final Duration BUSY = Duration.ofSeconds(1);

    private final Semaphore free;
    private final ConcurrentLinkedDeque<RequestBuffers> idle = new ConcurrentLinkedDeque<>();
    private final Supplier<RequestBuffers> maker;
    private final Duration patience;

    /// @param patience how long a request waits for one
    RequestBufferPool(int max, Duration patience, Supplier<RequestBuffers> maker) {
        this.free = new Semaphore(max, true);
        this.patience = patience;
        this.maker = maker;
    }

    /// Lends buffers, which come back by [#leave]. Throws where none is free for as long as a request waits.
    RequestBuffers take() throws InterruptedException, RefusedException {
        if (!free.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw RefusedException.forNow(
                    BUSY, "As many requests are being taken as remote-write-max-requests allows; try again.");
        }
        var lent = idle.pollFirst();
        return lent != null ? lent : maker.get();
    }

    void leave(RequestBuffers lent) {
        idle.addFirst(lent);
        free.release();
    }
}
