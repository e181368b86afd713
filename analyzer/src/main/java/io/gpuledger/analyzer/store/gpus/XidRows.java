package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.store.gpus.GpuCourse.Xid;
import io.gpuledger.analyzer.store.gpus.GpuTables.Unit;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Reads when the driver reported XIDs of a GPU: where a count went up, or where the latest one is not the one before.
final class XidRows {
    /// How far back the count is looked for that was told before.
    private static final long BEFORE = 10 * 60_000;

    /// What is counted at the first reading after a silence may have been counted long before: only where the unit told
    /// of no such XID shortly before is it new.
    private static final String COUNTED = """
        select (extract(epoch from ts) * 1000)::bigint, xid, count
        from (
            select ts, xid, count, coalesce(lag(count) over (partition by xid order by ts), case when exists (
                    select 1 from gpu_ledger.sample s
                    where s.unit_id = c.unit_id and s.ts < c.ts and s.ts >= c.ts - interval '10 minutes') then 0 end)
                as before
            from gpu_ledger.xid_count c
            where unit_id = ? and ts >= 'epoch'::timestamptz + ? * interval '1 ms'
                and ts < 'epoch'::timestamptz + ? * interval '1 ms'
        ) x
        where count > before and ts >= 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final String LATEST = """
        select (extract(epoch from ts) * 1000)::bigint, latest_xid, 1::bigint
        from (
            select ts, latest_xid, lag(latest_xid) over (order by ts) as before
            from gpu_ledger.sample
            where unit_id = ? and ts >= 'epoch'::timestamptz + ? * interval '1 ms'
                and ts < 'epoch'::timestamptz + ? * interval '1 ms' and latest_xid is not null
        ) x
        where latest_xid <> 0 and before is not null and latest_xid <> before
            and ts >= 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    private XidRows() {}

    static List<Xid> of(ReadSession reading, List<Unit> units, Span window) throws DatabaseException {
        var all = new ArrayList<Xid>();
        for (var unit : units) {
            for (var sql : List.of(COUNTED, LATEST)) {
                new Query<>(reading.session())
                        .number(unit.id())
                        .number(window.from() - BEFORE)
                        .number(window.to())
                        .number(window.from())
                        .query(sql, row -> all.add(new Xid(row.longNumber(1), row.number(2), row.longNumber(3))));
            }
        }
        all.sort(Comparator.comparingLong(Xid::at).thenComparingInt(Xid::number));
        return all;
    }
}
