package io.gpuledger.analyzer.store.embedded;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what happens soon on another thread or in another process.
public final class Await {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK_PERIOD = Duration.ofMillis(5);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        var begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new AssertionError("it has not come to pass that " + what);
            }
            LockSupport.parkNanos(LOOK_PERIOD.toNanos());
        }
    }
}
