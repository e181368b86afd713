package io.gpuledger.analyzer.cluster;

import java.util.Set;

/// The labels of nodes that tell a product or a machine.
public final class SkuLabels {
    /// They have their normal form.
    private static final Set<String> ALL = Set.of(
            "nvidia_com_gpu_product",
            "nvidia_com_gpu_family",
            "nvidia_com_gpu_memory",
            "nvidia_com_gpu_machine",
            "nvidia_com_mig_strategy",
            "cloud_google_com_gke_accelerator",
            "k8s_amazonaws_com_accelerator",
            "karpenter_k8s_aws_instance_gpu_name",
            "node_kubernetes_io_instance_type",
            "accelerator");

    private SkuLabels() {}

    /// Says whether a label is one of these.
    ///
    /// @param name of a label, as Kubernetes has it or in its normal form
    public static boolean contains(String name) {
        return ALL.contains(LabelName.normal(name));
    }
}
