package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.time.Timeline;
import java.util.List;
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
