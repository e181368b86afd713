package io.gpuledger.analyzer.cluster;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The labels by which nodes say in which network, block or rack they are: those of NVIDIA's topograph and its GPU
/// operator, and of the clouds.
public final class FabricLabels {
    /// The names of the labels, in their normal form ([LabelName#normal]).
    private static final List<String> NAMES = List.of(
            "cloud_google_com_gce_topology_block",
            "cloud_google_com_gce_topology_subblock",
            "network_topology_nvidia_com_accelerator",
            "network_topology_nvidia_com_leaf",
            "network_topology_nvidia_com_spine",
            "network_topology_nvidia_com_core",
            "nvidia_com_gpu_clique",
            "topology_k8s_aws_network_node_layer_1",
            "topology_k8s_aws_network_node_layer_2",
            "topology_k8s_aws_network_node_layer_3",
            "topology_kubernetes_io_rack");

    private FabricLabels() {}

    /// Returns those of them that a node has.
    ///
    /// @param labels all of the node's, by their normal names
    public static SortedMap<String, String> of(SortedMap<String, String> labels) {
        var its = new TreeMap<>(labels);
        its.keySet().retainAll(NAMES);
        return Collections.unmodifiableSortedMap(its);
    }
}
