package io.gpuledger.analyzer.admission;

import java.util.Optional;

/// A hold that keeps a pod from starting, with the words of whoever keeps it.
///
/// @param who says it
public record Held(Hold hold, String who, Optional<String> said) {
    static Held by(Hold hold, PodGroup group) {
        return new Held(hold, group.name().scheduler(), group.said());
    }

    static Held byKueue(Hold hold, Optional<String> said) {
        return new Held(hold, "Kueue", said);
    }
}
