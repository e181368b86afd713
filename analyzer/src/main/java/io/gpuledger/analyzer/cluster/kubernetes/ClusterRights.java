package io.gpuledger.analyzer.cluster.kubernetes;

import io.gpuledger.analyzer.apiserver.Right;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the API server has to allow so that it can be told what there is in a cluster.
public final class ClusterRights {
    private static final List<String> WATCHED = List.of("list", "watch");
    private static final List<String> ASKED = List.of("get");

    private static final String WITHOUT_OWNERS = "some pods stand for themselves, as their workloads are unknown";

    public static final List<Right> ALL = Stream.concat(
                    Stream.of(
                            needed(
                                    "",
                                    "nodes",
                                    "capacity that no exporter tells of, and why GPUs are free, is unknown"),
                            needed("", "pods", "who holds and who waits for GPUs is unknown"),
                            needed("", "namespaces", "teams are known by the labels of pods alone"),
                            less("", "resourcequotas", "that a quota keeps a pod from being made is not said"),
                            less("", "limitranges", "what a namespace allows of a pod is not said"),
                            less("", "events", "what the cluster autoscaler says of pods that wait is not said"),
                            less("policy", "poddisruptionbudgets", "moves are proposed that a budget forbids"),
                            less("scheduling.k8s.io", "priorityclasses", "who would give way to whom is unknown"),
                            owner("apps", "daemonsets"),
                            owner("apps", "deployments"),
                            owner("apps", "replicasets"),
                            owner("apps", "statefulsets"),
                            owner("batch", "cronjobs"),
                            owner("batch", "jobs")),
                    OptionalKind.ALL.stream()
                            .map(kind ->
                                    less(kind.group(), kind.plural(), "what these say of pods that wait is unknown")))
            .toList();

    private ClusterRights() {}

    private static Right needed(String group, String resource, String cost) {
        return new Right(group, resource, WATCHED, Optional.empty(), cost, true);
    }

    private static Right less(String group, String resource, String cost) {
        return new Right(group, resource, WATCHED, Optional.empty(), cost, false);
    }

    private static Right owner(String group, String resource) {
        return new Right(group, resource, ASKED, Optional.empty(), WITHOUT_OWNERS, false);
    }
}
