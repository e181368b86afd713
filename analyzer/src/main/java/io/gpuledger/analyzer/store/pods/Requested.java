package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Attribute;
import java.util.Optional;

/// Reads the names of the attributes that say how much pods request.
final class Requested {
    private Requested() {}

    /// Returns the resource that an attribute is an amount of, be it of a container or of the whole pod.
    static Optional<String> resource(String attribute) {
        if (attribute.startsWith(Attribute.EXTRA)) {
            return Optional.of(attribute.substring(Attribute.EXTRA.length()));
        }
        return attribute.startsWith(Attribute.REQUEST)
                ? Optional.of(attribute.substring(attribute.indexOf('.', Attribute.REQUEST.length()) + 1))
                : Optional.empty();
    }
}
