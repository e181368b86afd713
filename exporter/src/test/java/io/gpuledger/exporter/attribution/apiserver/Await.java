package io.gpuledger.exporter.attribution.apiserver;

import java.time.Duration;
import java.util.function.Supplier;

/// This waits for what happens soon on another thread.
final class Await {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Await() {}

    /// @param now what there is when it does not happen
    static void until(Supplier<Boolean> condition, Supplier<?> now) {
        var begun = System.nanoTime();
        while (!condition.get()) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new AssertionError("it has not come to pass; there is " + now.get());
            }
            Thread.onSpinWait();
        }
    }

    static void trouble(Supplier<Contact> contact, String words) {
        until(() -> contact.get().trouble().orElse("").contains(words), contact);
    }
}
