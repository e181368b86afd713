package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.UnitRows;
import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.gpuledger.analyzer.time.Hour;
import java.time.Duration;
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

/// Reads back what was told of units, as far as books are kept by it. Before the time that is asked for come as many
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

    /// A GPU that is read each second has so many rows in an hour.
    private static final double ROWS_OF_HOUR = 3_600;
    /// What was told within less time says nothing of how much is told in an hour.
    private static final long TOLD_MILLIS = Duration.ofMinutes(10).toMillis();
    /// From batch to batch GPUs are taken to have no fewer rows than this part of what they had.
    private static final double FEWER = 0.9;

    private double rowsOfHour;

    /// Returns how many rows a GPU has in an hour, as those had that were read until now: the more there are, the fewer
    /// GPUs can be read at once. Before any was read it is as many as there ever should be.
    public double rowsOfHour() {
        return rowsOfHour > 0 ? rowsOfHour : ROWS_OF_HOUR;
    }

    /// Returns what was told of the units of some GPUs within a time.
    ///
    /// @param to the first instant that is not asked for
    public Map<UnitId, UnitRows> rows(Session session, Collection<KnownGpu> gpus, long from, long to)
            throws DatabaseException {
        var units = new TreeMap<Integer, Unit>();
        gpus.forEach(gpu -> units.putAll(gpu.units()));
        var bounds = bounds(session, units, from, to);
        var drafts = new HashMap<Integer, UnitDraft>();
        units.keySet().forEach(id -> drafts.put(id, new UnitDraft()));
        query(
                session,
                SAMPLES,
                bounds,
                (unit, millis, row) -> draft(drafts, unit).sampled(millis, values(row, 3, COLUMNS)));
        query(
                session,
                HOLDINGS,
                bounds,
                (unit, millis, row) -> draft(drafts, unit).held(millis, held(row)));
        query(
                session,
                XIDS,
                bounds,
                (unit, millis, row) ->
                        draft(drafts, unit).counted(millis, new XidCount(row.number(3), row.longNumber(4))));
        var histories = new UnitAttributeTables(session).histories(units.keySet(), from - Reach.MILLIS);
        var holders = holders(session, drafts.values());
        var told = new HashMap<UnitId, UnitRows>();
        units.forEach((id, last) -> {
            var unit = AttributeHistory.timeline(last, histories.getOrDefault(id, Map.of()));
            told.put(
                    last.id(),
                    new UnitRows(
                            draft(drafts, id).rows(unit, holders),
                            bounds.getOrDefault(id, NOTHING).before(),
                            unit));
        });
        learn(gpus.size(), told.values());
        return told;
    }

    /// Where a batch has more rows than those before, the next ones are taken to have as many at once; where it has
    /// fewer, bit by bit, as others may have more.
    private void learn(int gpus, Collection<UnitRows> told) {
        var rate = told.stream().mapToDouble(unit -> rate(unit.rows())).sum() / Math.max(1, gpus);
        if (rate > 0) {
            rowsOfHour = Math.max(rate, FEWER * rowsOfHour);
        }
    }

    private static double rate(List<Row> rows) {
        return rows.isEmpty()
                ? 0
                : (double) rows.size()
                        * Hour.MILLIS
                        / Math.max(
                                TOLD_MILLIS,
                                rows.getLast().millis() - rows.getFirst().millis());
    }

    private static final Bounds NOTHING = new Bounds(0, 0, OptionalLong.empty());

    private static UnitDraft draft(Map<Integer, UnitDraft> drafts, int unit) {
        return drafts.computeIfAbsent(unit, _ -> new UnitDraft());
    }

    private static Map<Integer, Bounds> bounds(Session session, Map<Integer, Unit> units, long from, long to)
            throws DatabaseException {
        var bounds = new TreeMap<Integer, Bounds>();
        new Query<>(session)
                .numberArray(units.keySet())
                .number(from)
                .number(to)
                .query(
                        BOUNDS,
                        row -> bounds.put(
                                row.number(1),
                                new Bounds(
                                        row.optionalLongNumber(2).orElse(from),
                                        row.optionalLongNumber(3).orElse(to - 1),
                                        row.optionalLongNumber(4)
                                                .map(OptionalLong::of)
                                                .orElse(OptionalLong.empty()))));
        return bounds;
    }

    @FunctionalInterface
    private interface Each {
        void accept(int unit, long millis, ResultRow row) throws DatabaseException;
    }

    private static void query(Session session, String sql, Map<Integer, Bounds> bounds, Each each)
            throws DatabaseException {
        new Query<>(session, bounds.entrySet())
                        .numbers(Map.Entry::getKey)
                        .numbers(bound -> bound.getValue().from())
                        .numbers(bound -> bound.getValue().to())
                        .stream(sql, row -> each.accept(row.number(1), row.longNumber(2), row));
    }

    /// @param first the place of the first of the columns, which follow each other
    static Values values(ResultRow row, int first, List<Column> columns) throws DatabaseException {
        var packed = new double[columns.size()];
        var said = 0L;
        var size = 0;
        for (var i = 0; i < columns.size(); i++) {
            var column = columns.get(i);
            // Whole numbers of them are exact as doubles for longer than counters count, and as floats for five hours.
            var stored = column.type() == ColumnType.REAL
                    ? (double) row.real(i + first)
                    : (double) row.longNumber(i + first);
            if (!row.wasAbsent()) {
                packed[size++] = column.type().decode(stored);
                said |= column.field().bit();
            }
        }
        return Values.of(said, Arrays.copyOf(packed, size));
    }

    private static UnitDraft.Held held(ResultRow row) throws DatabaseException {
        var replicasHeld = row.number(4);
        var replicas = row.number(5);
        var share = row.wasAbsent()
                ? Optional.<Share>empty()
                : Optional.of(
                        new Share(replicasHeld, replicas, row.optionalText(6).orElse("")));
        var busy = row.longNumber(7);
        var busySeconds = row.wasAbsent() ? OptionalDouble.empty() : OptionalDouble.of(busy / 1_000.0);
        var memory = row.longNumber(8);
        var memoryBytes = row.wasAbsent() ? OptionalDouble.empty() : OptionalDouble.of((double) memory);
        return new UnitDraft.Held(row.number(3), share, busySeconds, memoryBytes);
    }

    private static Map<Integer, Holder> holders(Session session, Collection<UnitDraft> drafts)
            throws DatabaseException {
        var numbers = drafts.stream().flatMap(UnitDraft::holders).collect(Collectors.toSet());
        var holders = new HashMap<Integer, Holder>();
        new Query<>(session, numbers)
                .numbers(id -> id)
                .query(
                        HOLDERS,
                        row -> holders.put(
                                row.number(1), new Holder(row.text(2), row.text(3), row.text(4), row.optionalText(5))));
        return holders;
    }
}
