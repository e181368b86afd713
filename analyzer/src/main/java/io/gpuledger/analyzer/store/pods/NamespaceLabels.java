package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads the labels of the namespaces of a cluster.
final class NamespaceLabels {
    private NamespaceLabels() {}

    /// Returns those of an instant by namespace, by their normal names.
    ///
    /// @param at in milliseconds since 1970
    static SortedMap<String, SortedMap<String, String>> at(ReadSession reading, String cluster, long at)
            throws DatabaseException {
        var labels = new TreeMap<String, SortedMap<String, String>>();
        new ClusterTables(reading.session())
                .objects(cluster, Kind.NAMESPACE, at, at + 1)
                .forEach((id, told) -> told.at(at)
                        .ifPresent(known -> labels.put(id.name(), Pairs.of(known.getOrDefault(Attribute.LABELS, "")))));
        return labels;
    }
}
