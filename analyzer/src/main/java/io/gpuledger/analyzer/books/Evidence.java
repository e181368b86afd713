package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.health.Sickness;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.samples.PastTables;
import io.gpuledger.analyzer.store.samples.RowTables.Told;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// The evidence against GPUs. It stands until there is other, so that what is near the hours that are booked is not
/// enough: of a GPU that once had a fatal XID all is needed that was told since, and of one that is silent what was
/// told last, however long ago.
final class Evidence {
    private static final Told NOTHING = new Told(List.of(), OptionalLong.empty(), Timeline.empty());

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
        var known = told(gpu.gpu());
        var first = known.rows().isEmpty() ? from : known.rows().getFirst().millis();
        var since = since(gpu, known);
        if (since < first) {
            return since(since, first, gpu, until);
        }
        var instances = new ArrayList<List<Row>>();
        gpu.units().values().stream()
                .filter(Evidence::isInstance)
                .forEach(unit -> instances.add(told(unit.id()).rows()));
        return of(gpu, known.rows(), instances, cluster.boots(gpu), until);
    }

    private static boolean isInstance(Unit unit) {
        return unit.id().instance().isPresent();
    }

    private Told told(UnitId unit) {
        return told.getOrDefault(unit, NOTHING);
    }

    /// From when on it is needed what was told: from the last word before a silence, and from before the first XID.
    private long since(KnownGpu gpu, Told known) {
        var since =
                Sickness.needsMore(known.rows()) ? gpu.firstSeen() : firstXids.getOrDefault(gpu.id(), Long.MAX_VALUE);
        return Math.min(since, known.before().orElse(Long.MAX_VALUE));
    }

    private List<Mark> since(long since, long first, KnownGpu gpu, long until) throws SQLException {
        var span = new Span(since, first);
        var rows = rows(gpu.id(), gpu.gpu(), span);
        var instances = new ArrayList<List<Row>>();
        for (var unit : gpu.units().entrySet()) {
            if (isInstance(unit.getValue())) {
                instances.add(rows(unit.getKey(), unit.getValue().id(), span));
            }
        }
        var nodes = new HashMap<String, Timeline<NodeState>>();
        for (var name : gpu.allNodes()) {
            nodes.putAll(new ClusterTables(connection).node(gpu.gpu().cluster(), name, since, until));
        }
        return of(gpu, rows, instances, ClusterFacts.boots(gpu, nodes), until);
    }

    /// What was told in a time that is long ago, and what is known anyway of the time after it.
    private List<Row> rows(int number, UnitId unit, Span past) throws SQLException {
        var before = new PastTables(connection).rows(number, unit, past.from(), past.to());
        var after = told(unit).rows().stream().filter(row -> row.millis() >= past.to());
        return Stream.concat(before.stream(), after).toList();
    }

    private List<Mark> of(KnownGpu gpu, List<Row> rows, List<List<Row>> instances, List<Long> boots, long until)
            throws SQLException {
        var standing = Sickness.beginsWithXids(rows)
                ? new PastTables(connection).standing(gpu, rows.getFirst().millis())
                : Set.<String>of();
        return Sickness.of(rows, instances, boots, standing, until);
    }
}
