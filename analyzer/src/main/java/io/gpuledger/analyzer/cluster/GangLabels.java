package io.gpuledger.analyzer.cluster;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The labels by which pods say that they start together: those of the coscheduling plugin, Kueue, Volcano and KAI.
public final class GangLabels {
    /// The names of the labels, in their normal form ([LabelName#normal]).
    private static final List<String> NAMES = List.of(
            "pod_group_scheduling_sigs_k8s_io",
            "scheduling_x_k8s_io_pod_group",
            "kueue_x_k8s_io_pod_group_name",
            "volcano_sh_job_name",
            "pod_group_name");

    private GangLabels() {}

    /// Returns the name of the gang that a pod is in.
    ///
    /// @param labels the pod's, by their normal names
    public static Optional<String> gang(SortedMap<String, String> labels) {
        return NAMES.stream()
                .flatMap(name -> Optional.ofNullable(labels.get(name)).stream())
                .findFirst();
    }
}
