package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import java.util.List;
import java.util.stream.Collectors;

/// Says what is so of all series that come the same way, where they do not say otherwise themselves.
///
/// @param cluster whose labels do not name one
/// @param node where labels do not say; the target
/// @param origin who says it, where labels do not tell one sender from the other
/// @param clusterLabel the label that names the cluster
/// @param replicaLabels labels in which two senders of the same differ
public record Scope(String cluster, String node, String origin, String clusterLabel, List<String> replicaLabels) {
    private static final List<String> NODE_LABELS = List.of("node", "kubernetes_node", "nodename");

    public String cluster(Labels series) {
        return series.find(clusterLabel).orElse(cluster);
    }

    String node(Labels series) {
        return NODE_LABELS.stream()
                .flatMap(label -> series.find(label).stream())
                .findFirst()
                .or(() -> series.find("instance").map(Scope::host))
                .orElse(node);
    }

    /// Returns the host of an address such as `node-1:9400` or `[::1]:9400`.
    private static String host(String instance) {
        var colon = instance.lastIndexOf(':');
        return colon > instance.lastIndexOf(']') && colon > 0 ? instance.substring(0, colon) : instance;
    }

    public String origin(Labels series) {
        var replica = replicaLabels.stream()
                .flatMap(label -> series.find(label).map(value -> label + "=" + value).stream())
                .collect(Collectors.joining(","));
        return replica.isEmpty() ? origin : replica;
    }
}
