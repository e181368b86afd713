package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.time.Duration;

/// Waits for what happens in another process, on a slow machine too.
final class Patience {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK_PERIOD = Duration.ofMillis(20);

    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    private Patience() {}

    /// A look that fails is one that does not hold.
    static void until(String what, Condition condition) throws InterruptedException {
        var begun = System.nanoTime();
        var last = "";
        while (System.nanoTime() - begun < PATIENCE.toNanos()) {
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (IOException e) {
                last = ": " + e;
            }
            Thread.sleep(LOOK_PERIOD);
        }
        throw new AssertionError("after %s it has not come to pass that %s%s".formatted(PATIENCE, what, last));
    }
}
