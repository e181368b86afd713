package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.CourseTables.Line;
import io.gpuledger.analyzer.store.samples.CourseTables.Word;
import io.gpuledger.analyzer.store.samples.NameTables.KnownHolder;
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

/// The numbers of units and holders, known here as the database has them: those that were told of since the day before.
/// Who was not is asked for when it is told of again. Good for as long as the connection, behind which another database
/// may stand the next time.
///
/// This file is long because five caches become valid together when the connection commits, and are dropped together
/// when it does not.
public final class Dimensions {
    record NodeName(String cluster, String node) {}

    record HolderName(String cluster, Holder holder) {}

    private static final long DAY_MILLIS = 24 * 3_600_000L;

    private final Cache<String, Integer> clusters = new Cache<>();
    private final Cache<NodeName, Integer> nodes = new Cache<>();
    private final Cache<UnitId, Known> units = new Cache<>();
    private final Cache<UnitId, Placements> placements = new Cache<>();
    private final Cache<HolderName, KnownHolder> holders = new Cache<>();
    private final Session session;
    private final NameTables names;
    private final UnitTables unitTables;
    private final CourseTables courses;
    private long today = Long.MIN_VALUE;

    private Dimensions(Session session) {
        this.session = session;
        this.names = new NameTables(session);
        this.unitTables = new UnitTables(session);
        this.courses = new CourseTables(session);
    }

    static Dimensions load(Session session) throws DatabaseException {
        var dimensions = new Dimensions(session);
        dimensions.read();
        session.commit();
        dimensions.commit();
        return dimensions;
    }

    private void read() throws DatabaseException {
        names.clusters(clusters::put);
        read(Gpus.PRESENT);
        names.holders(holders::put);
    }

    private void read(Gpus gpus) throws DatabaseException {
        var others = gpus.isNamed() ? courses.courses(gpus) : courses.courses();
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
        // What is known of a GPU may be news beside what is not.
        var news = News.of(rows.stream()
                .filter(row -> devices.contains(row.unit().id().device()))
                .toList());
        ensureClusters(rows);
        ensureNodes(news);
        var next = next(news);
        var changes = new GpuChanges();
        ensureUnits(told(news, next), changes);
        ensurePlacements(news, next, changes);
        changes.put(session);
        names.insertHolders(newHolders, clusters::require, holders::put);
        session.commit();
        commit();
    }

    /// Once for each day that rows tell of, before any of them is looked at: none that they name is forgotten.
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

    /// What the database knows of units that are told of after they were forgotten.
    private void learn(List<Row> rows) throws DatabaseException {
        var forgotten = rows.stream()
                .map(row -> row.unit().id())
                .filter(id -> !units.has(id))
                .map(UnitId::device)
                .collect(Collectors.toSet());
        if (!forgotten.isEmpty()) {
            read(new Gpus(forgotten));
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

    /// Those that are not known to be told of on such a day, and that day.
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

    /// When units were told of next that are told to be, or to have been, something else than was known.
    private Map<Word, Long> next(News news) throws DatabaseException {
        var words = new ArrayList<Word>();
        news.words()
                .forEach((id, told) -> units.get(id).ifPresent(known -> {
                    if (told.entrySet().stream().anyMatch(word -> isOther(known, word.getValue(), word.getKey()))) {
                        told.keySet().forEach(millis -> words.add(new Word(id, known.id(), millis)));
                    }
                }));
        return courses.next(words);
    }

    private boolean isOther(Known known, Unit told, long millis) {
        return !known.wasSo(told, millis)
                || placements
                        .get(known.unit().id())
                        .filter(placed -> !placed.wasOn(nodes.require(node(told)), millis))
                        .isPresent();
    }

    private static OptionalLong next(Map<Word, Long> next, Word word) {
        var millis = next.get(word);
        return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    private Map<UnitId, Known> told(News news, Map<Word, Long> next) {
        var told = new LinkedHashMap<UnitId, Known>();
        news.words()
                .forEach((id, words) -> words.forEach((millis, unit) -> {
                    var before = Optional.ofNullable(told.get(id)).or(() -> units.get(id));
                    told.put(
                            id,
                            before.map(known ->
                                            known.alsoTold(unit, millis, next(next, new Word(id, known.id(), millis))))
                                    .orElseGet(() -> Known.told(unit, millis)));
                }));
        return told;
    }

    private void ensureClusters(List<Row> rows) throws DatabaseException {
        var missing = new HashSet<String>();
        rows.forEach(row -> missing.add(row.unit().id().cluster()));
        missing.removeIf(clusters::has);
        names.insertClusters(missing, clusters::put);
    }

    private void ensureNodes(News news) throws DatabaseException {
        var missing = new HashSet<NodeName>();
        news.words().values().forEach(words -> words.values().forEach(unit -> missing.add(node(unit))));
        missing.removeIf(nodes::has);
        names.insertNodes(missing, clusters::require, nodes::put);
    }

    private void ensureUnits(Map<UnitId, Known> told, GpuChanges changes) throws DatabaseException {
        var before = new HashMap<UnitId, Known>();
        var missing = new ArrayList<Known>();
        var changed = new ArrayList<Known>();
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
        ensureCourses(told.keySet(), before, changes);
    }

    private void ensureCourses(Set<UnitId> told, Map<UnitId, Known> before, GpuChanges changes)
            throws DatabaseException {
        var lines = new ArrayList<Line>();
        for (var id : told) {
            var known = units.require(id);
            var was = Optional.ofNullable(before.get(id));
            for (var attribute : UnitAttribute.of(id)) {
                known.course(attribute).ifPresent(course -> {
                    var old = was.flatMap(unit -> unit.course(attribute));
                    if (old.isPresent() ? !course.equals(old.get()) : course.isAnother()) {
                        lines.add(new Line(known.id(), attribute, course));
                    }
                    if (attribute.isBooked() && was.isPresent()) {
                        old.map(course::since)
                                .orElse(Optional.of(Course.ALWAYS))
                                .ifPresent(span -> changes.add(unit(id.device()), span));
                    }
                });
            }
        }
        courses.replace(lines);
    }

    private static List<Known> ofInstances(List<Known> units, boolean instances) {
        return units.stream()
                .filter(known -> known.unit().id().instance().isPresent() == instances)
                .toList();
    }

    private void number(UnitId id, int number) {
        units.put(id, units.require(id).withId(number));
    }

    private void ensurePlacements(News news, Map<Word, Long> next, GpuChanges changes) throws DatabaseException {
        var before = new LinkedHashMap<UnitId, Placements>();
        news.words().forEach((id, words) -> {
            if (id.instance().isEmpty()) {
                words.forEach((millis, unit) -> {
                    var placed = placements.get(id).orElse(Placements.NONE);
                    placed.seen(millis, nodes.require(node(unit)), next(next, new Word(id, unit(id), millis)))
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
        news.words().keySet().forEach(this::settle);
    }

    /// Rows that come from the node where the unit is now are not looked at any closer.
    private void settle(UnitId id) {
        var newest = placements.require(id.device()).newest();
        var known = units.require(id);
        var isThere = nodes.get(new NodeName(id.cluster(), known.unit().node()))
                .filter(newest.getValue()::equals)
                .isPresent();
        units.put(id, known.since(isThere ? newest.getKey() : Known.NOWHERE));
    }

    private static NodeName node(Unit unit) {
        return new NodeName(unit.id().cluster(), unit.node());
    }
}
