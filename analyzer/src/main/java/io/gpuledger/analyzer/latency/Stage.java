package io.gpuledger.analyzer.latency;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a pod comes to on its way, in this order. Each is waited for from the one before it on.
public enum Stage {
    /// No scheduling gate stands any more, as when a queue admits it. Of pods that had one; all others may be scheduled
    /// as soon as they are made.
    OPENED(Optional.empty()),
    /// The scheduler found it a node.
    SCHEDULED(Optional.of(OPENED)),
    /// Its containers run for the first time.
    RUNNING(Optional.of(SCHEDULED)),
    /// It is ready for the first time, as it says itself.
    READY(Optional.of(RUNNING));

    public static final List<Stage> ALL = List.of(values());

    private final String word = name().toLowerCase(Locale.ROOT);
    private final Optional<Stage> before;

    Stage(Optional<Stage> before) {
        this.before = before;
    }

    /// Returns its name in answers.
    public String word() {
        return word;
    }

    /// Returns the stage that it follows; nothing of the first, which follows that the pod was made.
    Optional<Stage> before() {
        return before;
    }
}
