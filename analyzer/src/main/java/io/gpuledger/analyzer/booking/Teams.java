package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Timeline;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Finds the team that pays for what a pod holds. The first that says so counts: the file that maps namespaces, a label
/// of the pod, a label or annotation of its namespace in that hour. Where none of them does, the namespace stands for
/// its team.
public final class Teams {
    private final String label;
    private final Map<String, String> byNamespace;

    public Teams(String label, Map<String, String> byNamespace) {
        this.label = LabelName.normal(label);
        this.byNamespace = Map.copyOf(byNamespace);
    }

    /// Returns the team that pays for a pod in an hour.
    ///
    /// @param namespaces the labels of each namespace over time
    String of(
            String namespace,
            Optional<Pod> pod,
            Map<String, Timeline<SortedMap<String, String>>> namespaces,
            long hour) {
        return of(namespace, pod.map(Pod::labels).orElse(Timeline.empty()), namespaces, hour);
    }

    /// Returns the same of a pod of which only the labels are known.
    ///
    /// @param labels those of the pod over time, by their normal names; the first hold for all time before, too
    public String of(
            String namespace,
            Timeline<SortedMap<String, String>> labels,
            Map<String, Timeline<SortedMap<String, String>>> namespaces,
            long hour) {
        return Optional.ofNullable(byNamespace.get(namespace))
                .or(() -> labels.backwards().at(hour).map(known -> known.get(label)))
                .or(() -> Optional.ofNullable(namespaces.get(namespace))
                        .flatMap(timeline -> timeline.at(hour, hour + Hour.MILLIS))
                        .map(known -> known.get(label)))
                .filter(team -> !team.isBlank())
                .orElse(namespace);
    }
}
