package io.gpuledger.exporter.device.dcgm;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How long to leave alone what has failed: a second at first, and twice as long each time, up to half a minute.
final class BackOff {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final LongSupplier nanos;
    private Duration pause = Duration.ZERO;
    private long failedNanos;

    BackOff(LongSupplier nanos) {
        this.nanos = nanos;
    }

    boolean isOver() {
        return nanos.getAsLong() - failedNanos >= pause.toNanos();
    }

    void failed() {
        failedNanos = nanos.getAsLong();
        var longer = pause.isZero() ? SHORTEST : pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
    }

    void succeeded() {
        pause = Duration.ZERO;
    }
}
