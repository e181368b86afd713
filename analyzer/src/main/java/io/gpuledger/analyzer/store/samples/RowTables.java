package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.UnitRows;
import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.store.postgres.Unnested;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What was told of units, read back: as far as books are kept by it. Before the time that is asked for come so many
/// readings as the rules look back, and after it the next few: what lies between two readings is judged by both.
public final class RowTables {
    private static final List<Column> COLUMNS = Column.ALL.stream()
            .filter(column -> Wanted.FIELDS.contains(column.field()))
            .toList();

    private static final String BOUNDS =
            """
            select u.id,
                (select (extract(epoch from min(ts)) * 1000)::bigint
                from (
                    select ts from gpu_ledger.sample
                    where unit_id = u.id and ts < bound.since and ts >= bound.since - %1$s order by ts desc limit %2$d
                ) b),
                (select (extract(epoch from max(ts)) * 1000)::bigint
                from (
                    select ts from gpu_ledger.sample
                    where unit_id = u.id and ts >= bound.until and ts < bound.until + %1$s order by ts limit %3$d
                ) a),
                (select (extract(epoch from max(ts)) * 1000)::bigint
                from gpu_ledger.sample where unit_id = u.id and ts < bound.since)
            from unnest(?::int[]) as u (id),
                (select 'epoch'::timestamptz + ? * interval '1 ms', 'epoch'::timestamptz + ? * interval '1 ms')
                    as bound (since, until)
            """.formatted("interval '%d ms'".formatted(Reach.MILLIS), Reach.READINGS_BEFORE, Reach.READINGS_AFTER);
    private static final String EACH = """
        select u.id, (date_part('epoch', f.ts) * 1000)::bigint, %s
        from unnest(?::int[], ?::bigint[], ?::bigint[]) as u (id, since, until)
        cross join lateral (
            select * from gpu_ledger.%s
            where unit_id = u.id and ts >= 'epoch'::timestamptz + u.since * interval '1 ms'
                and ts <= 'epoch'::timestamptz + u.until * interval '1 ms'
            order by ts
        ) f
        """;
    private static final String SAMPLES = EACH.formatted(
            COLUMNS.stream().map(column -> "f." + column.name()).collect(Collectors.joining(", ")), "sample");
    private static final String HOLDINGS = EACH.formatted(
            "f.holder_id, f.replicas_held, f.replicas, f.mode, f.busy_ms, f.memory_used_bytes", "holding");
    private static final String XIDS = EACH.formatted("f.xid, f.count", "xid_count");
    private static final String HOLDERS = """
        select id, namespace, pod, container, pod_uid from gpu_ledger.holder where id = any (?::int[])
        """;
    private static final int FETCHED = 5_000;

    /// The fields that the rules ask for.
    private static final class Wanted {
        private static final List<Field> FIELDS = List.of(
                Field.LOST,
                Field.STUCK,
                Field.OBSERVED_SECONDS,
                Field.BUSY_SECONDS,
                Field.ENGINE_ACTIVE_SECONDS,
                Field.SM_ACTIVE_SECONDS,
                Field.DRAM_ACTIVE_SECONDS,
                Field.UTILIZATION_RATIO,
                Field.MEMORY_UTILIZATION_RATIO,
                Field.ENGINE_ACTIVE_RATIO,
                Field.SM_ACTIVE_RATIO,
                Field.DRAM_ACTIVE_RATIO,
                Field.MEMORY_USED_BYTES,
                Field.MEMORY_TOTAL_BYTES,
                Field.TEMPERATURE_CELSIUS,
                Field.POWER_WATTS,
                Field.ENERGY_JOULES,
                Field.ROW_REMAP_FAILED,
                Field.PCIE_SENT_BYTES,
                Field.PCIE_RECEIVED_BYTES,
                Field.PCIE_SENT_BYTES_PER_SECOND,
                Field.PCIE_RECEIVED_BYTES_PER_SECOND,
                Field.NVLINK_SENT_BYTES,
                Field.NVLINK_RECEIVED_BYTES,
                Field.LATEST_XID,
                Field.RECOVERY_ACTION,
                Field.STARTED_SECONDS);
    }

    private record Bounds(long from, long to, OptionalLong before) {}

    /// By unit.
    ///
    /// @param to the first instant that is not asked for
    public Map<UnitId, UnitRows> rows(Connection connection, Collection<KnownGpu> gpus, long from, long to)
            throws SQLException {
        var units = new TreeMap<Integer, Unit>();
        gpus.forEach(gpu -> units.putAll(gpu.units()));
        var bounds = bounds(connection, units, from, to);
        var drafts = new HashMap<Integer, UnitDraft>();
        units.keySet().forEach(id -> drafts.put(id, new UnitDraft()));
        query(
                connection,
                SAMPLES,
                bounds,
                (unit, millis, row) -> draft(drafts, unit).sampled(millis, values(row, 3, COLUMNS)));
        query(
                connection,
                HOLDINGS,
                bounds,
                (unit, millis, row) -> draft(drafts, unit).held(millis, held(row)));
        query(
                connection,
                XIDS,
                bounds,
                (unit, millis, row) ->
                        draft(drafts, unit).counted(millis, new XidCount(row.getInt(3), row.getLong(4))));
        var courses = new CourseTables(connection).courses(units.keySet(), from - Reach.MILLIS);
        var holders = holders(connection, drafts.values());
        var told = new HashMap<UnitId, UnitRows>();
        units.forEach((id, last) -> {
            var unit = Course.timeline(last, courses.getOrDefault(id, Map.of()));
            told.put(
                    last.id(),
                    new UnitRows(
                            draft(drafts, id).rows(unit, holders),
                            bounds.getOrDefault(id, NOTHING).before(),
                            unit));
        });
        return told;
    }

    private static final Bounds NOTHING = new Bounds(0, 0, OptionalLong.empty());

    private static UnitDraft draft(Map<Integer, UnitDraft> drafts, int unit) {
        return drafts.computeIfAbsent(unit, _ -> new UnitDraft());
    }

    private static Map<Integer, Bounds> bounds(Connection connection, Map<Integer, Unit> units, long from, long to)
            throws SQLException {
        var bounds = new TreeMap<Integer, Bounds>();
        try (var statement = connection.prepareStatement(BOUNDS)) {
            statement.setArray(
                    1, connection.createArrayOf("int4", units.keySet().toArray()));
            statement.setLong(2, from);
            statement.setLong(3, to);
            try (var results = statement.executeQuery()) {
                while (results.next()) {
                    bounds.put(
                            results.getInt(1),
                            new Bounds(
                                    optional(results, 2).orElse(from),
                                    optional(results, 3).orElse(to - 1),
                                    optional(results, 4)));
                }
            }
        }
        return bounds;
    }

    private static OptionalLong optional(ResultSet results, int column) throws SQLException {
        var value = results.getLong(column);
        return results.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    @FunctionalInterface
    private interface Each {
        void accept(int unit, long millis, ResultSet row) throws SQLException;
    }

    private static void query(Connection connection, String sql, Map<Integer, Bounds> bounds, Each each)
            throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(FETCHED);
            ask(connection, statement, bounds);
            try (var results = statement.executeQuery()) {
                while (results.next()) {
                    each.accept(results.getInt(1), results.getLong(2), results);
                }
            }
        }
    }

    private static void ask(Connection connection, PreparedStatement statement, Map<Integer, Bounds> bounds)
            throws SQLException {
        statement.setArray(1, connection.createArrayOf("int4", bounds.keySet().toArray()));
        statement.setArray(2, connection.createArrayOf("int8", longs(bounds, true)));
        statement.setArray(3, connection.createArrayOf("int8", longs(bounds, false)));
    }

    private static Object[] longs(Map<Integer, Bounds> bounds, boolean first) {
        return bounds.values().stream()
                .map(bound -> first ? bound.from() : bound.to())
                .toArray();
    }

    /// @param first the place of the first of the columns, which follow each other
    static Values values(ResultSet row, int first, List<Column> columns) throws SQLException {
        var packed = new double[columns.size()];
        var said = 0L;
        var size = 0;
        for (var i = 0; i < columns.size(); i++) {
            var column = columns.get(i);
            // Whole numbers of them are exact as doubles for longer than counters count, and as floats for five hours.
            var stored = column.type() == ColumnType.REAL
                    ? (double) row.getFloat(i + first)
                    : (double) row.getLong(i + first);
            if (!row.wasNull()) {
                packed[size++] = column.type().decode(stored);
                said |= column.field().bit();
            }
        }
        return Values.of(said, Arrays.copyOf(packed, size));
    }

    private static UnitDraft.Held held(ResultSet row) throws SQLException {
        var replicasHeld = row.getInt(4);
        var replicas = row.getInt(5);
        var share = row.wasNull()
                ? Optional.<Share>empty()
                : Optional.of(new Share(
                        replicasHeld,
                        replicas,
                        Optional.ofNullable(row.getString(6)).orElse("")));
        var busy = row.getLong(7);
        var busySeconds = row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(busy / 1_000.0);
        var memory = row.getLong(8);
        var memoryBytes = row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of((double) memory);
        return new UnitDraft.Held(row.getInt(3), share, busySeconds, memoryBytes);
    }

    private static Map<Integer, Holder> holders(Connection connection, Collection<UnitDraft> drafts)
            throws SQLException {
        var numbers = drafts.stream().flatMap(UnitDraft::holders).collect(Collectors.toSet());
        var holders = new HashMap<Integer, Holder>();
        new Unnested<>(connection, numbers)
                .numbers(id -> id)
                .query(
                        HOLDERS,
                        row -> holders.put(
                                row.number(1), new Holder(row.text(2), row.text(3), row.text(4), row.optionalText(5))));
        return holders;
    }
}
