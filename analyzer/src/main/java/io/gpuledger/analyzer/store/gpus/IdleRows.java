package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.store.gpus.GpuCourse.Idle;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.List;

/// Reads which times of a GPU lie in quiet runs that count as idle.
final class IdleRows {
    /// A run of an hour is a begin and an end, in milliseconds after the hour.
    private static final String ROWS = """
        select i.number, o.namespace, o.pod, (extract(epoch from u.hour) * 1000)::bigint + u.idle_runs[at],
            (extract(epoch from u.hour) * 1000)::bigint + u.idle_runs[at + 1]
        from gpu_ledger.usage u
        cross join lateral generate_series(1, cardinality(u.idle_runs), 2) as at
        left join gpu_ledger.instance i on i.id = u.unit_id
        join gpu_ledger.owner o on o.id = u.owner_id
        where u.gpu_id = ? and u.hour >= 'epoch'::timestamptz + ? * interval '1 ms'
            and u.hour < 'epoch'::timestamptz + ? * interval '1 ms'
        order by u.hour, at, i.number nulls first, o.namespace, o.pod
        """;

    private IdleRows() {}

    static List<Idle> of(ReadSession reading, int gpu, Span window) throws DatabaseException {
        return new Query<>(reading.session())
                .number(gpu)
                .number(Hour.of(window.from()))
                .number(window.to())
                .list(ROWS, IdleRows::idle);
    }

    private static Idle idle(ResultRow row) throws DatabaseException {
        return new Idle(row.optionalText(1), row.text(2), row.text(3), new Span(row.longNumber(4), row.longNumber(5)));
    }
}
