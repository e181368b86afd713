package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What was told of GPUs long ago, as far as it is evidence for or against them: evidence stands until there is other.
public final class PastTables {
    private static final List<Field> EVIDENCE = List.of(
            Field.LOST,
            Field.STUCK,
            Field.OBSERVED_SECONDS,
            Field.POWER_WATTS,
            Field.TEMPERATURE_CELSIUS,
            Field.ROW_REMAP_FAILED,
            Field.LATEST_XID,
            Field.RECOVERY_ACTION,
            Field.STARTED_SECONDS);
    private static final List<Column> COLUMNS = Column.ALL.stream()
            .filter(column -> EVIDENCE.contains(column.field()))
            .toList();

    /// A GPU without XIDs costs a look into an index, whatever else was told of it. Whether the first is new is said
    /// by the reading before it.
    private static final String FIRST_XIDS = """
        select u.id, (extract(epoch from coalesce(before.ts, first.ts)) * 1000)::bigint
        from (select unnest(?::int[]), ?::bigint, ?::int[]) as u (id, until, xids)
        cross join lateral (
            select min(ts) as ts from gpu_ledger.xid_count
            where unit_id = u.id and ts < 'epoch'::timestamptz + u.until * interval '1 ms' and xid = any (u.xids)
        ) first
        left join lateral (
            select max(ts) as ts from gpu_ledger.sample where unit_id = u.id and ts < first.ts
        ) before on true
        """;
    private static final String STANDING = """
        select distinct cause from gpu_ledger.entry
        where gpu_id = ? and state = 'unhealthy' and cause is not null
            and hour = to_timestamp(? / 1000.0)
        """;
    private static final String SAMPLES =
            told(COLUMNS.stream().map(Column::name).collect(Collectors.joining(", ")), "sample");
    private static final String XIDS = told("xid, count", "xid_count");

    private final Session session;

    public PastTables(Session session) {
        this.session = session;
    }

    private static String told(String columns, String table) {
        return """
            select (date_part('epoch', ts) * 1000)::bigint, %s
            from gpu_ledger.%s
            where unit_id = ? and ts >= 'epoch'::timestamptz + ? * interval '1 ms'
                and ts < 'epoch'::timestamptz + ? * interval '1 ms'
            order by ts
            """.formatted(columns, table);
    }

    /// Returns when a GPU was last told of before one of these XIDs was, by the GPU's number. Of most GPUs none ever
    /// was.
    ///
    /// @param until the first instant that does not count
    public Map<Integer, Long> firstXids(Collection<KnownGpu> gpus, long until, Collection<Integer> xids)
            throws DatabaseException {
        var first = new HashMap<Integer, Long>();
        new Query<>(session)
                .numberArray(gpus.stream().map(KnownGpu::id).toList())
                .number(until)
                .numberArray(xids)
                .query(FIRST_XIDS, row -> {
                    var gpu = row.number(1);
                    row.optionalLongNumber(2).ifPresent(millis -> first.put(gpu, millis));
                });
        return first;
    }

    /// Returns the causes that stand in the books against a GPU in the hour before that of an instant, of which nothing
    /// else is left.
    public Set<String> standing(KnownGpu gpu, long millis) throws DatabaseException {
        var causes = new Query<>(session)
                .number(gpu.id())
                .number(Hour.of(millis) - Hour.MILLIS)
                .list(STANDING, row -> row.text(1));
        return Set.copyOf(causes);
    }

    /// Returns what was told of a unit from an instant until another, which does not count.
    ///
    /// @param number the unit's
    public List<Row> rows(int number, UnitId id, long from, long to) throws DatabaseException {
        var values = new TreeMap<Long, Values>();
        var xids = new HashMap<Long, List<XidCount>>();
        query(SAMPLES, number, from, to, (millis, row) -> values.put(millis, RowTables.values(row, 2, COLUMNS)));
        query(XIDS, number, from, to, (millis, row) -> {
            values.putIfAbsent(millis, Values.NONE);
            xids.computeIfAbsent(millis, _ -> new ArrayList<>(1)).add(new XidCount(row.number(2), row.longNumber(3)));
        });
        var unit = Unit.of(id, "");
        return values.entrySet().stream()
                .map(entry -> new Row(
                        unit,
                        entry.getKey(),
                        entry.getValue(),
                        List.of(),
                        xids.getOrDefault(entry.getKey(), List.of())))
                .toList();
    }

    @FunctionalInterface
    private interface Each {
        void accept(long millis, ResultRow row) throws DatabaseException;
    }

    private void query(String sql, int unit, long from, long to, Each each) throws DatabaseException {
        new Query<>(session)
                .number(unit).number(from).number(to).stream(sql, row -> each.accept(row.longNumber(1), row));
    }
}
