package io.gpuledger.exporter.http;

import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.exposition.Page;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The newest snapshot and its page. One thread publishes, any number read; nobody waits but
/// for the first one, and only who says so.
public final class Current {
    /// What was published last, at an instant of the monotonic clock.
    record Published(Snapshot snapshot, Page page, long atNanos) {}

    private final LongSupplier nanos;
    private final CountDownLatch first = new CountDownLatch(1);
    private volatile Optional<Published> latest = Optional.empty();

    public Current(LongSupplier nanos) {
        this.nanos = nanos;
    }

    public void publish(Snapshot snapshot, Page page) {
        latest = Optional.of(new Published(snapshot, page, nanos.getAsLong()));
        first.countDown();
    }

    Optional<Published> latest() {
        return latest;
    }

    /// The newest, waiting for the first one where there is none yet.
    Optional<Published> latest(Duration patience) throws InterruptedException {
        var _ = first.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        return latest;
    }

    Duration age(Published published) {
        return Duration.ofNanos(nanos.getAsLong() - published.atNanos());
    }
}
