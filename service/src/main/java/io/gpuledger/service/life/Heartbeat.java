package io.gpuledger.service.life;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// What a lifelong thread says each time it comes round. One that hangs does not, and does not end either.
public final class Heartbeat {
    private final String thread;
    private final Duration longest;
    private final LongSupplier nanos;
    private volatile long beatNanos;

    /// @param longest that a round may take before something is wrong
    public Heartbeat(String thread, Duration longest) {
        this(thread, longest, System::nanoTime);
    }

    public Heartbeat(String thread, Duration longest, LongSupplier nanos) {
        this.thread = thread;
        this.longest = longest;
        this.nanos = nanos;
        beat();
    }

    public void beat() {
        beatNanos = nanos.getAsLong();
    }

    /// What is wrong, if anything is.
    public Optional<String> trouble() {
        var silent = Duration.ofNanos(nanos.getAsLong() - beatNanos);
        return silent.compareTo(longest) > 0
                ? Optional.of("the thread %s has not come round for %d s; a thread dump (jstack) shows where it is"
                        .formatted(thread, silent.toSeconds()))
                : Optional.empty();
    }
}
