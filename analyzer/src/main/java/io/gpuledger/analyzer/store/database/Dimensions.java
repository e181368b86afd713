package io.gpuledger.analyzer.store.database;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The numbers of units and holders, known here as the database has them: as many as the fleet has, and the holders
/// that it had. Good for as long as the connection, behind which another database may stand the next time.
final class Dimensions {
    record NodeName(String cluster, String node) {}

    record HolderName(String cluster, Holder holder) {}

    private final Cache<String, Integer> clusters = new Cache<>();
    private final Cache<NodeName, Integer> nodes = new Cache<>();
    private final Cache<UnitId, Known> units = new Cache<>();
    private final Cache<UnitId, Placements> placements = new Cache<>();
    private final Cache<HolderName, Integer> holders = new Cache<>();
    private final Connection connection;
    private final NameTables names;
    private final UnitTables unitTables;

    private Dimensions(Connection connection) {
        this.connection = connection;
        this.names = new NameTables(connection);
        this.unitTables = new UnitTables(connection);
    }

    static Dimensions load(Connection connection) throws SQLException {
        var dimensions = new Dimensions(connection);
        dimensions.read();
        connection.commit();
        dimensions.commit();
        return dimensions;
    }

    private void read() throws SQLException {
        names.clusters(clusters::put);
        names.nodes(nodes::put);
        unitTables.read(units::put);
        names.placements((id, placed) ->
                placements.put(id, placements.get(id).orElse(Placements.NONE).with(placed.since(), placed.node())));
        names.holders(holders::put);
    }

    int unit(UnitId id) {
        return units.require(id).id();
    }

    int holder(String cluster, Holder holder) {
        return holders.require(new HolderName(cluster, holder));
    }

    int unitCount() {
        return units.size();
    }

    /// Whatever the rows tell of is in the database when this returns, in a transaction of its own. Before an
    /// exception leaves, the transaction is to be rolled back, and so is this.
    void ensure(List<Row> rows) throws SQLException {
        var told = new LinkedHashMap<UnitId, Known>();
        var news = rows.stream().filter(row -> !isKnown(row)).toList();
        var newHolders = newHolders(rows);
        if (news.isEmpty() && newHolders.isEmpty()) {
            return;
        }
        news.forEach(row -> tell(row, told));
        ensureClusters(rows);
        ensureNodes(news);
        ensureUnits(told);
        ensurePlacements(news, told.keySet());
        names.insertHolders(newHolders, clusters::require, holders::put);
        connection.commit();
        commit();
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
        var known = units.get(row.unit().id());
        return known.isPresent() && known.get().covers(row);
    }

    private Set<HolderName> newHolders(List<Row> rows) {
        var missing = new HashSet<HolderName>();
        for (var row : rows) {
            for (var holding : row.holdings()) {
                var name = new HolderName(row.unit().id().cluster(), holding.holder());
                if (!holders.has(name)) {
                    missing.add(name);
                }
            }
        }
        return missing;
    }

    /// Of a GPU and, where the row is about one, of its instance.
    private void tell(Row row, Map<UnitId, Known> told) {
        var id = row.unit().id();
        told.put(id.device(), news(id.device(), row, told));
        told.put(id, news(id, row, told));
    }

    private Known news(UnitId id, Row row, Map<UnitId, Known> told) {
        var unit = about(id, row.unit());
        var before = Optional.ofNullable(told.get(id)).or(() -> units.get(id));
        return before.map(known -> known.alsoTold(unit, row.millis())).orElseGet(() -> Known.told(unit, row.millis()));
    }

    /// What is told of an instance tells of its GPU too.
    private static Unit about(UnitId id, Unit told) {
        return id.equals(told.id())
                ? told
                : new Unit(
                        id,
                        told.node(),
                        told.index(),
                        told.model(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
    }

    private void ensureClusters(List<Row> rows) throws SQLException {
        var missing = new HashSet<String>();
        rows.forEach(row -> missing.add(row.unit().id().cluster()));
        missing.removeIf(clusters::has);
        names.insertClusters(missing, clusters::put);
    }

    private void ensureNodes(List<Row> news) throws SQLException {
        var missing = new HashSet<NodeName>();
        news.forEach(row -> missing.add(node(row)));
        missing.removeIf(nodes::has);
        names.insertNodes(missing, clusters::require, nodes::put);
    }

    private void ensureUnits(Map<UnitId, Known> told) throws SQLException {
        var missing = new ArrayList<Known>();
        var changed = new ArrayList<Known>();
        told.forEach((id, known) -> {
            var before = units.get(id);
            if (before.isEmpty()) {
                missing.add(known);
            } else if (!before.get().isWrittenAs(known)) {
                changed.add(known);
            }
            units.put(id, known);
        });
        unitTables.insertGpus(ofInstances(missing, false), clusters::require, this::number);
        unitTables.insertInstances(ofInstances(missing, true), this::unit, this::number);
        unitTables.updateGpus(ofInstances(changed, false));
        unitTables.updateInstances(ofInstances(changed, true));
    }

    private static List<Known> ofInstances(List<Known> units, boolean instances) {
        return units.stream()
                .filter(known -> known.unit().id().instance().isPresent() == instances)
                .toList();
    }

    private void number(UnitId id, int number) {
        units.put(id, units.require(id).withId(number));
    }

    private void ensurePlacements(List<Row> news, Set<UnitId> told) throws SQLException {
        var before = new LinkedHashMap<UnitId, Placements>();
        for (var row : news) {
            var device = row.unit().id().device();
            var placed = placements.get(device).orElse(Placements.NONE);
            placed.seen(row.millis(), nodes.require(node(row))).ifPresent(moved -> {
                before.putIfAbsent(device, placed);
                placements.put(device, moved);
            });
        }
        names.replacePlacements(before.entrySet().stream()
                .map(entry ->
                        new NameTables.Move(unit(entry.getKey()), entry.getValue(), placements.require(entry.getKey())))
                .toList());
        told.forEach(this::settle);
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

    private static NodeName node(Row row) {
        return new NodeName(row.unit().id().cluster(), row.unit().node());
    }
}
