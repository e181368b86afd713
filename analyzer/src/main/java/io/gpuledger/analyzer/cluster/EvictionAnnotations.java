package io.gpuledger.analyzer.cluster;

import java.util.Map;
import java.util.SortedMap;

/// The annotations by which a pod says that it must not be taken from its node: those of the cluster autoscaler,
/// Karpenter and the descheduler.
public final class EvictionAnnotations {
    /// The names of the annotations, in their normal form ([LabelName#normal]), each with the value that forbids it.
    private static final Map<String, String> FORBIDDING = Map.of(
            "cluster_autoscaler_kubernetes_io_safe_to_evict", "false",
            "karpenter_sh_do_not_disrupt", "true",
            "karpenter_sh_do_not_evict", "true");

    /// The descheduler goes by whether this one is there.
    private static final String PREFERRING = "descheduler_alpha_kubernetes_io_prefer_no_eviction";

    private EvictionAnnotations() {}

    /// Says whether it is one of those, by its normal name.
    static boolean contains(String name) {
        return FORBIDDING.containsKey(name) || name.equals(PREFERRING);
    }

    /// Says whether a pod with these annotations, by their normal names, must stay.
    public static boolean forbid(SortedMap<String, String> annotations) {
        return annotations.containsKey(PREFERRING)
                || FORBIDDING.entrySet().stream().anyMatch(one -> one.getValue().equals(annotations.get(one.getKey())));
    }
}
