package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.time.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// Pods of which only what they say of themselves matters.
public final class Pods {
    private Pods() {}

    public static Pod labelled(Timeline<SortedMap<String, String>> labels) {
        return of(Optional.empty(), labels, Timeline.empty());
    }

    public static Pod annotated(Workload workload, Timeline<SortedMap<String, String>> annotations) {
        return of(Optional.of(workload), Timeline.empty(), annotations);
    }

    /// Returns a running pod of one team, which asks for GPUs of a node from some time on.
    static Pod asking(String name, String node, long gpus, long from) {
        return new Pod(
                "uid-" + name,
                "team",
                name,
                Optional.of(node),
                from,
                from,
                OptionalLong.empty(),
                List.of(),
                Optional.empty(),
                Timeline.empty(),
                Timeline.empty(),
                new TreeMap<>(Map.of(DrawnBatch.RESOURCE, gpus)),
                "Running",
                OptionalLong.empty(),
                Optional.empty());
    }

    private static Pod of(
            Optional<Workload> workload,
            Timeline<SortedMap<String, String>> labels,
            Timeline<SortedMap<String, String>> annotations) {
        return new Pod(
                "uid",
                "ns",
                "pod",
                Optional.empty(),
                0,
                0,
                OptionalLong.empty(),
                List.of(),
                workload,
                labels,
                annotations,
                new TreeMap<>(),
                "Running",
                OptionalLong.empty(),
                Optional.empty());
    }
}
