package io.gpuledger.analyzer.books;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The evidence against GPUs. It stands until there is other, so that of a GPU that once had a fatal XID all that was
/// told since is needed, and not only what is near the hours that are booked. Of all others that is enough.
final class Evidence {
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
        var rows = Optional.ofNullable(told.get(gpu.gpu())).map(Told::rows).orElse(List.of());
        var first = rows.isEmpty() ? from : rows.getFirst().millis();
        var since = Sickness.needsMore(rows) ? gpu.firstSeen() : firstXids.getOrDefault(gpu.id(), Long.MAX_VALUE);
        return since < first ? since(since, first, gpu, rows, until) : Sickness.of(rows, cluster.boots(gpu), until);
    }

    private List<Mark> since(long since, long first, KnownGpu gpu, List<Row> rows, long until) throws SQLException {
        var past = new PastTables(connection).rows(gpu, since, first);
        var nodes = new ClusterTables(connection).nodes(gpu.gpu().cluster(), since, until);
        return Sickness.of(Stream.concat(past.stream(), rows.stream()).toList(), ClusterFacts.boots(gpu, nodes), until);
    }
}
