package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.NameTables.KnownHolder;
import io.gpuledger.analyzer.store.samples.UnitAttributeTables.Line;
import io.gpuledger.analyzer.store.samples.UnitAttributeTables.UnitInstant;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Knows the numbers that the database has for the units and holders that were told of since the day before. A unit
/// that was not is asked for when it is told of again. What is known is good for as long as the connection: behind the
/// next one another database may stand.
///
/// This file is long because five caches become valid together when the connection commits, and are dropped together
/// when it does not.
final class Dimensions {
    record NodeName(String cluster, String node) {}

    record HolderName(String cluster, Holder holder) {}

    private static final long DAY_MILLIS = 24 * 3_600_000L;

    private final Cache<String, Integer> clusters = new Cache<>();
    private final Cache<NodeName, Integer> nodes = new Cache<>();
    private final Cache<UnitId, KnownUnit> units = new Cache<>();
    private final Cache<UnitId, Placements> placements = new Cache<>();
    private final Cache<HolderName, KnownHolder> holders = new Cache<>();
    private final Session session;
    private final ClusterNames clusterNames;
    private final NameTables names;
    private final UnitTables unitTables;
    private final UnitAttributeTables attributes;
    private long today = Long.MIN_VALUE;

    private Dimensions(Session session) {
        this.session = session;
        this.clusterNames = new ClusterNames(session);
        this.names = new NameTables(session);
        this.unitTables = new UnitTables(session);
        this.attributes = new UnitAttributeTables(session);
    }

    static Dimensions load(Session session) throws DatabaseException {
        var dimensions = new Dimensions(session);
        dimensions.read();
        session.commit();
        dimensions.commit();
        return dimensions;
    }

    private void read() throws DatabaseException {
        clusterNames.read(clusters::put);
        read(GpuSelection.PRESENT);
        names.holders(holders::put);
    }

    private void read(GpuSelection gpus) throws DatabaseException {
        var others = gpus.isNamed() ? attributes.histories(gpus) : attributes.histories();
        unitTables.read(gpus, (id, known) -> units.put(id, known.with(others.getOrDefault(known.id(), Map.of()))));
        var placed = new HashMap<UnitId, Placements>();
        names.placements(gpus, (id, place) -> {
            placed.put(id, placed.getOrDefault(id, Placements.NONE).with(place.since(), place.node()));
            nodes.put(new NodeName(id.cluster(), place.nodeName()), place.node());
        });
        placed.forEach(placements::put);
    }

    int unit(UnitId id) {
        return units.require(id).id();
    }

    int holder(String cluster, Holder holder) {
        return holders.require(new HolderName(cluster, holder)).id();
    }

    int unitCount() {
        return units.size();
    }

    /// Whatever the rows tell of is in the database when this returns, in a transaction of its own. Before an
    /// exception leaves, the transaction is to be rolled back, and so is this.
    void ensure(List<Row> rows) throws DatabaseException {
        forget(rows);
        var devices = rows.stream()
                .filter(row -> !isKnown(row))
                .map(row -> row.unit().id().device())
                .collect(Collectors.toSet());
        var newHolders = newHolders(rows);
        if (devices.isEmpty() && newHolders.isEmpty()) {
            return;
        }
        learn(rows);
        // A row that is known may yet tell something new beside one that is not, so all rows of such a GPU are told.
        var toldUnits = ToldUnits.of(rows.stream()
                .filter(row -> devices.contains(row.unit().id().device()))
                .toList());
        ensureClusters(rows);
        ensureNodes(toldUnits);
        var next = next(toldUnits);
        var changes = new GpuChanges();
        ensureUnits(told(toldUnits, next), changes);
        ensurePlacements(toldUnits, next, changes);
        changes.put(session);
        names.insertHolders(newHolders, clusters::require, holders::put);
        session.commit();
        commit();
    }

    /// Does so once for each day that rows tell of, before any of them is looked at: none that they name is forgotten.
    private void forget(List<Row> rows) {
        var newest = rows.stream().mapToLong(Row::millis).max().orElse(Long.MIN_VALUE);
        var day = Math.floorDiv(newest, DAY_MILLIS);
        if (day <= today) {
            return;
        }
        today = day;
        var since = (day - 1) * DAY_MILLIS;
        units.forget((id, _) ->
                units.get(id.device()).filter(gpu -> gpu.last() >= since).isEmpty());
        placements.forget((id, _) -> !units.has(id));
        var places = new HashSet<Integer>();
        placements.all().forEach(placed -> places.addAll(placed.all().values()));
        nodes.forget((_, node) -> !places.contains(node));
        holders.forget((_, holder) -> holder.day() < day - 1);
    }

    /// Reads what the database knows of units that are told of after they were forgotten.
    private void learn(List<Row> rows) throws DatabaseException {
        var forgotten = rows.stream()
                .map(row -> row.unit().id())
                .filter(id -> !units.has(id))
                .map(UnitId::device)
                .collect(Collectors.toSet());
        if (!forgotten.isEmpty()) {
            read(new GpuSelection(forgotten));
        }
    }

    void rollback() {
        clusters.rollback();
        nodes.rollback();
        units.rollback();
        placements.rollback();
        holders.rollback();
    }

    private void commit() {
        clusters.commit();
        nodes.commit();
        units.commit();
        placements.commit();
        holders.commit();
    }

    private boolean isKnown(Row row) {
        var id = row.unit().id();
        var known = units.get(id);
        return known.isPresent()
                && known.get().covers(row)
                && (id.instance().isEmpty() || units.require(id.device()).isSteady(row.millis()));
    }

    /// Returns the holders that are not known to be told of on such a day, and that day.
    private Map<HolderName, Long> newHolders(List<Row> rows) {
        var missing = new HashMap<HolderName, Long>();
        for (var row : rows) {
            var day = Math.floorDiv(row.millis(), DAY_MILLIS);
            for (var holding : row.holdings()) {
                var name = new HolderName(row.unit().id().cluster(), holding.holder());
                if (holders.get(name).filter(known -> known.day() >= day).isEmpty()) {
                    missing.merge(name, day, Math::max);
                }
            }
        }
        return missing;
    }

    /// Finds when units were told of next that are told to be, or to have been, something else than was known.
    private Map<UnitInstant, Long> next(ToldUnits toldUnits) throws DatabaseException {
        var instants = new ArrayList<UnitInstant>();
        toldUnits
                .all()
                .forEach((id, told) -> units.get(id).ifPresent(known -> {
                    if (told.entrySet().stream()
                            .anyMatch(instant -> isOther(known, instant.getValue(), instant.getKey()))) {
                        told.keySet().forEach(millis -> instants.add(new UnitInstant(id, known.id(), millis)));
                    }
                }));
        return attributes.next(instants);
    }

    private boolean isOther(KnownUnit known, Unit told, long millis) {
        return !known.wasSo(told, millis)
                || placements
                        .get(known.unit().id())
                        .filter(placed -> !placed.wasOn(nodes.require(node(told)), millis))
                        .isPresent();
    }

    private static OptionalLong next(Map<UnitInstant, Long> next, UnitInstant instant) {
        var millis = next.get(instant);
        return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    private Map<UnitId, KnownUnit> told(ToldUnits toldUnits, Map<UnitInstant, Long> next) {
        var told = new LinkedHashMap<UnitId, KnownUnit>();
        toldUnits
                .all()
                .forEach((id, instants) -> instants.forEach((millis, unit) -> {
                    var before = Optional.ofNullable(told.get(id)).or(() -> units.get(id));
                    told.put(
                            id,
                            before.map(known -> known.alsoTold(
                                            unit, millis, next(next, new UnitInstant(id, known.id(), millis))))
                                    .orElseGet(() -> KnownUnit.told(unit, millis)));
                }));
        return told;
    }

    private void ensureClusters(List<Row> rows) throws DatabaseException {
        var missing = new HashSet<String>();
        rows.forEach(row -> missing.add(row.unit().id().cluster()));
        missing.removeIf(clusters::has);
        clusterNames.insert(missing, clusters::put);
    }

    private void ensureNodes(ToldUnits toldUnits) throws DatabaseException {
        var missing = new HashSet<NodeName>();
        toldUnits.all().values().forEach(instants -> instants.values().forEach(unit -> missing.add(node(unit))));
        missing.removeIf(nodes::has);
        names.insertNodes(missing, clusters::require, nodes::put);
    }

    private void ensureUnits(Map<UnitId, KnownUnit> told, GpuChanges changes) throws DatabaseException {
        var before = new HashMap<UnitId, KnownUnit>();
        var missing = new ArrayList<KnownUnit>();
        var changed = new ArrayList<KnownUnit>();
        told.forEach((id, known) -> {
            units.get(id).ifPresentOrElse(was -> before.put(id, was), () -> missing.add(known));
            if (before.containsKey(id) && !units.require(id).isWrittenAs(known)) {
                changed.add(known);
            }
            units.put(id, known);
        });
        unitTables.insertGpus(ofInstances(missing, false), clusters::require, this::number);
        unitTables.insertInstances(ofInstances(missing, true), this::unit, this::number);
        unitTables.updateGpus(ofInstances(changed, false));
        unitTables.updateInstances(ofInstances(changed, true));
        ensureHistories(told.keySet(), before, changes);
    }

    private void ensureHistories(Set<UnitId> told, Map<UnitId, KnownUnit> before, GpuChanges changes)
            throws DatabaseException {
        var lines = new ArrayList<Line>();
        for (var id : told) {
            var known = units.require(id);
            var was = Optional.ofNullable(before.get(id));
            for (var attribute : UnitAttribute.of(id)) {
                known.history(attribute).ifPresent(history -> {
                    var old = was.flatMap(unit -> unit.history(attribute));
                    if (old.isPresent() ? !history.equals(old.get()) : history.isAnother()) {
                        lines.add(new Line(known.id(), attribute, history));
                    }
                    if (attribute.isBooked() && was.isPresent()) {
                        old.map(history::since)
                                .orElse(Optional.of(AttributeHistory.ALWAYS))
                                .ifPresent(span -> changes.add(unit(id.device()), span));
                    }
                });
            }
        }
        attributes.replace(lines);
    }

    private static List<KnownUnit> ofInstances(List<KnownUnit> units, boolean instances) {
        return units.stream()
                .filter(known -> known.unit().id().instance().isPresent() == instances)
                .toList();
    }

    private void number(UnitId id, int number) {
        units.put(id, units.require(id).withId(number));
    }

    private void ensurePlacements(ToldUnits toldUnits, Map<UnitInstant, Long> next, GpuChanges changes)
            throws DatabaseException {
        var before = new LinkedHashMap<UnitId, Placements>();
        toldUnits.all().forEach((id, instants) -> {
            if (id.instance().isEmpty()) {
                instants.forEach((millis, unit) -> {
                    var placed = placements.get(id).orElse(Placements.NONE);
                    placed.seen(millis, nodes.require(node(unit)), next(next, new UnitInstant(id, unit(id), millis)))
                            .ifPresent(moved -> {
                                before.putIfAbsent(id, placed);
                                placements.put(id, moved);
                                placed.change(moved, millis).ifPresent(span -> changes.add(unit(id), span));
                            });
                });
            }
        });
        names.replacePlacements(before.entrySet().stream()
                .map(entry ->
                        new NameTables.Move(unit(entry.getKey()), entry.getValue(), placements.require(entry.getKey())))
                .toList());
        toldUnits.all().keySet().forEach(this::settle);
    }

    /// Rows that come from the node where the unit is now are not looked at any closer.
    private void settle(UnitId id) {
        var newest = placements.require(id.device()).newest();
        var known = units.require(id);
        var isThere = nodes.get(new NodeName(id.cluster(), known.unit().node()))
                .filter(newest.getValue()::equals)
                .isPresent();
        units.put(id, known.since(isThere ? newest.getKey() : KnownUnit.NOWHERE));
    }

    private static NodeName node(Unit unit) {
        return new NodeName(unit.id().cluster(), unit.node());
    }
}
