package io.gpuledger.analyzer.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The labels by which nodes say which pool they belong to: ours, those of the clouds, and else the type of the
/// machine.
public final class PoolLabels {
    /// The names of the labels, in their normal form ([LabelName#normal]), that which counts most first.
    private static final List<String> NAMES = List.of(
            "gpu_ledger_io_pool",
            "cloud_google_com_gke_nodepool",
            "eks_amazonaws_com_nodegroup",
            "karpenter_sh_nodepool",
            "kubernetes_azure_com_agentpool",
            "node_kubernetes_io_instance_type");

    private PoolLabels() {}

    /// Returns the pool of a node, where it says one.
    ///
    /// @param labels all of the node's, by their normal names
    public static Optional<String> pool(Map<String, String> labels) {
        return NAMES.stream()
                .flatMap(name -> Optional.ofNullable(labels.get(name)).stream())
                .findFirst();
    }
}
