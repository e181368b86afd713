package io.gpuledger.exporter.sampler;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// Two clocks, because one cannot do both: `nanos` only ever goes forward and measures how long things took; `wall`
/// says when they happened, and may be set back by an administrator.
public record Clock(LongSupplier nanos, InstantSource wall) {
    public static Clock system() {
        return new Clock(System::nanoTime, InstantSource.system());
    }

    long nanoTime() {
        return nanos.getAsLong();
    }

    Instant now() {
        return wall.instant();
    }
}
