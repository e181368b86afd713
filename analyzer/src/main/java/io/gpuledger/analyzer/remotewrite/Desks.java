package io.gpuledger.analyzer.remotewrite;

import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// So many desks and no more. The one that was left last is the first to be taken, so that few are ever used where few
/// are needed.
final class Desks {
    private static final Duration BUSY = Duration.ofSeconds(1);

    private final Semaphore free;
    private final ConcurrentLinkedDeque<Desk> idle = new ConcurrentLinkedDeque<>();
    private final Supplier<Desk> maker;
    private final Duration patience;

    /// @param patience how long a request waits for one
    Desks(int max, Duration patience, Supplier<Desk> maker) {
        this.free = new Semaphore(max, true);
        this.patience = patience;
        this.maker = maker;
    }

    /// Whoever gets one has to leave it.
    Desk take() throws InterruptedException, RefusedException {
        if (!free.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw RefusedException.forNow(
                    BUSY, "As many requests are being taken as remote-write-max-requests allows; try again.");
        }
        var desk = idle.pollFirst();
        return desk != null ? desk : maker.get();
    }

    void leave(Desk desk) {
        idle.addFirst(desk);
        free.release();
    }
}
