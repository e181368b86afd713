package io.gpuledger.analyzer.source;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Says what is assumed of series that do not say it themselves.
///
/// @param cluster the cluster of units whose series name none
/// @param clusterLabel the label that names it
/// @param replicaLabels labels in which the senders of an HA pair differ
public record SourceSettings(Catalog catalog, String cluster, String clusterLabel, List<String> replicaLabels) {
    private static final Pattern COMMA = Pattern.compile(",");

    static final Setting<String> CLUSTER = Setting.text(
                    "cluster", "The cluster of GPUs whose series and targets do not name one.")
            .or("default");
    static final Setting<String> CLUSTER_LABEL = Setting.text(
                    "cluster-label", "The label by which series and targets name their cluster.")
            .or("cluster");
    static final Setting<List<String>> REPLICA_LABELS = Setting.list(
                    "replica-labels",
                    "LABEL,...",
                    "Labels in which the Prometheus servers of an HA pair differ: only one of the two is booked.",
                    SourceSettings::words)
            .or("prometheus_replica,__replica__,replica");
    static final Setting<Catalog> TABLES = Setting.list(
            "source-tables",
            "FILE,...",
            "Tables of more exporters' metrics; docs/analyzer.md shows what one looks like.",
            files -> Catalog.of(words(files).stream().map(Path::of).toList()));

    public static final List<Setting<?>> ALL = List.of(CLUSTER, CLUSTER_LABEL, REPLICA_LABELS, TABLES);

    private static List<String> words(String text) {
        return COMMA.splitAsStream(text)
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    public static SourceSettings from(Settings settings) {
        return new SourceSettings(
                settings.find(TABLES).orElseGet(() -> Catalog.of(List.of())),
                settings.get(CLUSTER),
                settings.get(CLUSTER_LABEL),
                settings.get(REPLICA_LABELS));
    }

    /// Returns what is so of a target's series, by the labels that its discovery gave it.
    public Scope ofTarget(String url, String host, Map<String, String> labels) {
        return new Scope(
                labels.getOrDefault(clusterLabel, cluster),
                labels.getOrDefault("node", host),
                url,
                clusterLabel,
                List.of());
    }

    /// Returns what is so of the series of all senders.
    public Scope ofSenders() {
        return new Scope(cluster, "unknown", "remote write", clusterLabel, replicaLabels);
    }
}
