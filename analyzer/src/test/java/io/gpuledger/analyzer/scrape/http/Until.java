package io.gpuledger.analyzer.scrape.http;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Waits for what comes by itself.
public final class Until {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Until() {}

    public static void holds(BooleanSupplier condition) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("it does not come");
            }
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }
}
