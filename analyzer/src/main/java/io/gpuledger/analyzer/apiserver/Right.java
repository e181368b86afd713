package io.gpuledger.analyzer.apiserver;

import java.util.List;
import java.util.Optional;

/// A right of this program that the API server has to grant, over all objects of one kind.
///
/// @param group of the API, which is empty for that of pods and nodes
/// @param namespace in which; in all of them where it is empty
/// @param cost what is missing where it is not allowed
/// @param isNeeded whether that is a fault, and not just less than there could be
public record Right(
        String group, String resource, List<String> verbs, Optional<String> namespace, String cost, boolean isNeeded) {
    public Right {
        verbs = List.copyOf(verbs);
    }

    /// Returns the rule of a role that gives it.
    String rule() {
        return "apiGroups: [\"%s\"], resources: [%s], verbs: [%s]".formatted(group, resource, String.join(", ", verbs));
    }
}
