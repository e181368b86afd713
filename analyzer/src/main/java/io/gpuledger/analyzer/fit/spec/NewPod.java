package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.cluster.PodResources;
import java.util.List;
import java.util.Optional;

/// What the API server looks at when somebody makes a pod, before any scheduler does.
///
/// @param isTerminating whether it has a deadline
/// @param priorityClass nothing where it names none
/// @param namesOtherNamespaces whether it says where it wants to be by pods of other namespaces than its own
public record NewPod(
        PodResources resources, boolean isTerminating, Optional<String> priorityClass, boolean namesOtherNamespaces) {
    private static final int TERMS_MAX = 1_000;

    /// Reads a spec. Returns nothing where it cannot be read, of which [PodSpec] says why.
    ///
    /// @param json the pod's spec: no text whatever makes this throw anything
    public static Optional<NewPod> read(String json) {
        try {
            var spec = new Part("", Tree.of(json));
            return Optional.of(new NewPod(
                    ResourcesReader.of(spec, PodSpec.CONTAINERS_MAX),
                    spec.member("activeDeadlineSeconds").isPresent(),
                    Optional.of(spec.text("priorityClassName", "")).filter(name -> !name.isEmpty()),
                    namesOthers(spec)));
        } catch (UnreadableException _) {
            return Optional.empty();
        }
    }

    private static boolean namesOthers(Part spec) throws UnreadableException {
        var affinity = spec.member("affinity");
        if (affinity.isEmpty()) {
            return false;
        }
        for (var kind : List.of("podAffinity", "podAntiAffinity")) {
            var of = affinity.get().member(kind);
            if (of.isPresent() && namesOthersIn(of.get())) {
                return true;
            }
        }
        return false;
    }

    private static boolean namesOthersIn(Part affinity) throws UnreadableException {
        for (var term : affinity.items("requiredDuringSchedulingIgnoredDuringExecution", TERMS_MAX)) {
            if (isOfOthers(term)) {
                return true;
            }
        }
        for (var term : affinity.items("preferredDuringSchedulingIgnoredDuringExecution", TERMS_MAX)) {
            var preferred = term.member("podAffinityTerm");
            if (preferred.isPresent() && isOfOthers(preferred.get())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfOthers(Part term) throws UnreadableException {
        return term.member("namespaceSelector").isPresent()
                || !term.items("namespaces", TERMS_MAX).isEmpty();
    }
}
