package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Timeline;
import io.gpuledger.analyzer.health.Sickness;
import io.gpuledger.analyzer.ledger.Mark;
import io.gpuledger.analyzer.store.database.ClusterTables;
import io.gpuledger.analyzer.store.database.KnownGpu;
import io.gpuledger.analyzer.store.database.PastTables;
import io.gpuledger.analyzer.store.database.RowTables.Told;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// The evidence against GPUs. It stands until there is other, so that what is near the hours that are booked is not
/// enough: of a GPU that once had a fatal XID all is needed that was told since, and of one that is silent what was
/// told last, however long ago.
final class Evidence {
    private static final Told NOTHING = new Told(List.of(), OptionalLong.empty());

    private final Connection connection;
    private final ClusterFacts cluster;
    private final Map<UnitId, Told> told;
    private final long from;
    private final Map<Integer, Long> firstXids;

    private Evidence(
            Connection connection,
            ClusterFacts cluster,
            Map<UnitId, Told> told,
            long from,
            Map<Integer, Long> firstXids) {
        this.connection = connection;
        this.cluster = cluster;
        this.told = told;
        this.from = from;
        this.firstXids = firstXids;
    }

    /// @param told rows from some time before `from`
    static Evidence of(
            Connection connection, ClusterFacts cluster, Collection<KnownGpu> gpus, Map<UnitId, Told> told, long from)
            throws SQLException {
        var firstXids = new PastTables(connection).firstXids(gpus, from, Sickness.xids());
        return new Evidence(connection, cluster, told, from, firstXids);
    }

    List<Mark> against(KnownGpu gpu, long until) throws SQLException {
        var known = Optional.ofNullable(told.get(gpu.gpu())).orElse(NOTHING);
        var first = known.rows().isEmpty() ? from : known.rows().getFirst().millis();
        var since = since(gpu, known);
        return since < first
                ? since(since, first, gpu, known.rows(), until)
                : of(gpu, known.rows(), cluster.boots(gpu), until);
    }

    /// From when on it is needed what was told: from the last word before a silence, and from before the first XID.
    private long since(KnownGpu gpu, Told known) {
        var since =
                Sickness.needsMore(known.rows()) ? gpu.firstSeen() : firstXids.getOrDefault(gpu.id(), Long.MAX_VALUE);
        return Math.min(since, known.before().orElse(Long.MAX_VALUE));
    }

    private List<Mark> since(long since, long first, KnownGpu gpu, List<Row> rows, long until) throws SQLException {
        var past = new PastTables(connection).rows(gpu, since, first);
        var nodes = new HashMap<String, Timeline<NodeState>>();
        for (var name : gpu.allNodes()) {
            nodes.putAll(new ClusterTables(connection).node(gpu.gpu().cluster(), name, since, until));
        }
        return of(gpu, Stream.concat(past.stream(), rows.stream()).toList(), ClusterFacts.boots(gpu, nodes), until);
    }

    private List<Mark> of(KnownGpu gpu, List<Row> rows, List<Long> boots, long until) throws SQLException {
        var standing = Sickness.beginsWithXids(rows)
                ? new PastTables(connection).standing(gpu, rows.getFirst().millis())
                : Set.<String>of();
        return Sickness.of(rows, boots, standing, until);
    }
}
