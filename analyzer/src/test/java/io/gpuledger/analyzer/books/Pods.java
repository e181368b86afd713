package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Timeline;
import io.gpuledger.analyzer.cluster.Workload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// Pods of which only what they say of themselves matters.
final class Pods {
    private Pods() {}

    static Pod labelled(Timeline<SortedMap<String, String>> labels) {
        return of(Optional.empty(), labels, Timeline.empty());
    }

    static Pod annotated(Workload workload, Timeline<SortedMap<String, String>> annotations) {
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
