package io.gpuledger.analyzer.latency;

/// How long a pod waited for a [Stage], and what became of that.
public record Wait(long millis, Outcome outcome) {
    /// Only the first of these says how long the wait was. Of the others it is known that it would have been longer.
    public enum Outcome {
        REACHED,
        /// The pod failed, or was deleted, before it came so far.
        LEFT,
        WAITING
    }

    public Wait {
        if (millis < 0) {
            throw new IllegalArgumentException("waited for %d ms".formatted(millis));
        }
    }
}
