package io.gpuledger.exporter.self;

import java.time.Instant;

/// An instant as Prometheus has it.
final class UnixSeconds {
    private UnixSeconds() {}

    static double of(Instant at) {
        return at.toEpochMilli() / 1e3;
    }
}
