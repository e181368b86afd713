package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.store.gpus.GpuCourse.Held;
import io.gpuledger.analyzer.store.gpus.GpuTables.Unit;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;

/// Reads who was told to hold the units of a GPU. A container holds a unit from its begin to its end, so its first and
/// its last reading say from when to when.
final class HolderRows {
    private static final String ROWS = """
        select o.namespace, o.pod, o.container, (extract(epoch from h.since) * 1000)::bigint,
            (extract(epoch from h.until) * 1000)::bigint, h.share::float8, h.memory::float8
        from (
            select holder_id, min(ts) as since, max(ts) as until, max(memory_used_bytes) as memory,
                max(replicas_held::float8 / replicas) filter (where replicas > 1) as share
            from gpu_ledger.holding
            where unit_id = ? and ts >= 'epoch'::timestamptz + ? * interval '1 ms'
                and ts < 'epoch'::timestamptz + ? * interval '1 ms'
            group by holder_id
        ) h
        join gpu_ledger.holder o on o.id = h.holder_id
        order by h.since, o.namespace, o.pod, o.container
        """;

    private HolderRows() {}

    static List<Held> of(ReadSession reading, List<Unit> units, Span window) throws DatabaseException {
        var all = new ArrayList<Held>();
        for (var unit : units) {
            new Query<>(reading.session())
                    .number(unit.id())
                    .number(window.from())
                    .number(window.to())
                    .query(ROWS, row -> all.add(held(unit, row)));
        }
        return all;
    }

    private static Held held(Unit unit, ResultRow row) throws DatabaseException {
        return new Held(
                unit.instance(),
                row.text(1),
                row.text(2),
                row.text(3),
                row.longNumber(4),
                row.longNumber(5),
                row.optionalDouble(6),
                row.optionalDouble(7));
    }
}
