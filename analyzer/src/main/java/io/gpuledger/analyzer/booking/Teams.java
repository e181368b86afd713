package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Timeline;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Which team pays for what a pod holds: by a file that maps namespaces, by a label of the pod, by a label or
/// annotation of its namespace, as of the hour; where none of them says so, the namespace stands for its team.
public final class Teams {
    private final String label;
    private final Map<String, String> byNamespace;

    public Teams(String label, Map<String, String> byNamespace) {
        this.label = LabelName.normal(label);
        this.byNamespace = Map.copyOf(byNamespace);
    }

    /// The team that pays for a pod, as of an hour.
    ///
    /// @param namespaces with their labels over time
    public String of(
            String namespace,
            Optional<Pod> pod,
            Map<String, Timeline<SortedMap<String, String>>> namespaces,
            long hour) {
        return Optional.ofNullable(byNamespace.get(namespace))
                .or(() -> pod.flatMap(known -> known.label(label, hour)))
                .or(() -> Optional.ofNullable(namespaces.get(namespace))
                        .flatMap(timeline -> timeline.at(hour, hour + Hour.MILLIS))
                        .map(labels -> labels.get(label)))
                .filter(team -> !team.isBlank())
                .orElse(namespace);
    }
}
