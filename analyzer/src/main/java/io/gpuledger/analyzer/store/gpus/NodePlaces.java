package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.cluster.FabricLabels;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.PoolLabels;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads in which pool and rack the nodes of a fleet are, by their labels.
public final class NodePlaces {
    /// Names a node.
    public record NodeName(String cluster, String node) {}

    /// Where a node is, as far as its labels say so.
    public record Place(Optional<String> pool, Optional<String> rack) {
        public static final Place UNKNOWN = new Place(Optional.empty(), Optional.empty());
    }

    private static final String LABELS = """
        select c.name, o.name, l.value
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'node' and o.gone is null
        cross join lateral (
            select value
            from gpu_ledger.attribute
            where object_id = o.id and name = 'labels'
            order by since desc
            limit 1
        ) l
        where l.value is not null
        """;

    private final ReadPool readPool;

    public NodePlaces(Database database) {
        this.readPool = database.readPool();
    }

    /// Returns those of all nodes that are there now. Throws
    /// [io.gpuledger.analyzer.store.postgres.CannotAskException].
    public Map<NodeName, Place> now() {
        return readPool.ask(reading -> {
            var places = new HashMap<NodeName, Place>();
            new Query<>(reading.session())
                    .query(
                            LABELS,
                            row -> places.put(
                                    new NodeName(row.text(1), row.text(2)),
                                    place(new TreeMap<>(Pairs.of(row.text(3))))));
            return places;
        });
    }

    /// Of several labels of racks and networks the first counts, by its name: all nodes of a fleet have the same.
    private static Place place(SortedMap<String, String> labels) {
        return new Place(
                PoolLabels.pool(labels),
                FabricLabels.of(labels).values().stream().findFirst());
    }
}
