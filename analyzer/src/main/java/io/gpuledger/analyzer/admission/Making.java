package io.gpuledger.analyzer.admission;

import java.util.Optional;
import java.util.OptionalLong;

/// An autoscaler's answer to a pod that fits on no node: it makes a node, or says why it does not.
public sealed interface Making {
    /// Karpenter makes a node that would take it.
    ///
    /// @param step how far it has come
    /// @param sinceMillis for how long it has been so, in milliseconds
    /// @param trouble what it says of the next step
    record Claimed(String claim, Optional<String> pool, Step step, OptionalLong sinceMillis, Optional<String> trouble)
            implements Making {}

    /// The cluster autoscaler makes a node for it.
    ///
    /// @param sinceMillis for how long, in milliseconds
    record Scaling(String message, OptionalLong sinceMillis) implements Making {}

    /// The cluster autoscaler says why it makes none.
    record Refused(String message) implements Making {}

    /// A step on the way from an idea to a node.
    enum Step {
        CREATED,
        LAUNCHED,
        REGISTERED
    }
}
