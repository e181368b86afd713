package io.gpuledger.analyzer.admission;

import java.util.Optional;

/// What keeps a pod, and what those say of it who keep it.
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
