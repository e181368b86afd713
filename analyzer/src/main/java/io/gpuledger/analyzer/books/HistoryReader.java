package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.UnitRows;
import io.gpuledger.analyzer.health.Evidence;
import io.gpuledger.analyzer.health.FirstXids;
import io.gpuledger.analyzer.health.GpuHistory;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.PastTables;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads the rows that evidence against GPUs follows from. Evidence stands until there is other evidence, so that the
/// rows near the hours that are booked are not enough: of a GPU that once had a fatal XID all rows since then are
/// needed, and of a silent GPU the last rows before the silence, however long ago they are.
final class HistoryReader {
    private final PastTables past;
    private final ClusterTables objects;
    private final ClusterFacts cluster;
    private final Map<UnitId, UnitRows> told;
    private final long from;
    private final long now;

    /// @param told the rows that were read already, from some time before `from` on
    HistoryReader(Session session, ClusterFacts cluster, Map<UnitId, UnitRows> told, long from, long now) {
        this.past = new PastTables(session);
        this.objects = new ClusterTables(session);
        this.cluster = cluster;
        this.told = told;
        this.from = from;
        this.now = now;
    }

    /// The histories are keyed by the GPU's number. A slot, of which there are no rows, has none.
    Map<Integer, GpuHistory> read(Collection<KnownGpu> gpus) throws DatabaseException {
        var firstXids = past.firstXids(gpus, from, FirstXids.fatal());
        var histories = new HashMap<Integer, GpuHistory>();
        for (var gpu : gpus) {
            if (gpu.ordinal().isEmpty()) {
                histories.put(gpu.id(), history(gpu, firstXids.getOrDefault(gpu.id(), Long.MAX_VALUE)));
            }
        }
        return histories;
    }

    private GpuHistory history(KnownGpu gpu, long firstXid) throws DatabaseException {
        var known = told(gpu.gpu());
        var first = known.rows().isEmpty() ? from : known.rows().getFirst().millis();
        var since = since(gpu, known, firstXid);
        if (since < first) {
            return since(new Span(since, first), gpu);
        }
        var instances = new ArrayList<List<Row>>();
        gpu.units().values().stream()
                .filter(HistoryReader::isInstance)
                .forEach(unit -> instances.add(told(unit.id()).rows()));
        return of(gpu, known.rows(), instances, cluster.boots(gpu));
    }

    private static boolean isInstance(Unit unit) {
        return unit.id().instance().isPresent();
    }

    private UnitRows told(UnitId unit) {
        return told.getOrDefault(unit, UnitRows.NOTHING);
    }

    /// Returns the time from which on rows are needed: from the last row before a silence, and from before the first
    /// XID.
    private static long since(KnownGpu gpu, UnitRows known, long firstXid) {
        var since = FirstXids.needMore(known.rows()) ? gpu.firstSeen() : firstXid;
        return Math.min(since, known.before().orElse(Long.MAX_VALUE));
    }

    private GpuHistory since(Span span, KnownGpu gpu) throws DatabaseException {
        var rows = rows(gpu.id(), gpu.gpu(), span);
        var instances = new ArrayList<List<Row>>();
        for (var unit : gpu.units().entrySet()) {
            if (isInstance(unit.getValue())) {
                instances.add(rows(unit.getKey(), unit.getValue().id(), span));
            }
        }
        var nodes = new HashMap<String, Timeline<NodeState>>();
        for (var name : gpu.allNodes()) {
            nodes.putAll(objects.node(gpu.gpu().cluster(), name, span.from(), now));
        }
        return of(gpu, rows, instances, ClusterFacts.boots(gpu, nodes));
    }

    /// Returns the rows of a time that is long ago, followed by the rows after it that were read already.
    private List<Row> rows(int number, UnitId unit, Span ago) throws DatabaseException {
        var before = past.rows(number, unit, ago.from(), ago.to());
        var after = told(unit).rows().stream().filter(row -> row.millis() >= ago.to());
        return Stream.concat(before.stream(), after).toList();
    }

    private GpuHistory of(KnownGpu gpu, List<Row> rows, List<List<Row>> instances, List<Long> boots)
            throws DatabaseException {
        var standing =
                FirstXids.areTold(rows) ? past.standing(gpu, rows.getFirst().millis()) : Set.<String>of();
        return new GpuHistory(
                rows,
                instances,
                boots,
                standing.stream().flatMap(word -> Evidence.of(word).stream()).collect(Collectors.toSet()));
    }
}
