package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads which pods wanted GPUs and had no node at an instant, as it was known by then.
final class WaitingRows {
    /// A pod that once has a node keeps it, so that any row that names one will do.
    private static final String WAITING = """
        with unplaced as materialized (
            select o.id, c.name as cluster, o.namespace, o.name, o.uid, asked.at
            from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
            cross join gpu_ledger.cluster c
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
                and coalesce(o.gone, 'infinity'::timestamptz) > asked.at and o.first_seen <= asked.at
            where not exists (
                select from gpu_ledger.attribute
                where object_id = o.id and name = 'node' and since <= asked.at and value is not null
            )
        )
        select u.id, u.cluster, u.namespace, u.name, u.uid, a.name, (extract(epoch from a.since) * 1000)::bigint, a.value
        from unplaced u
        cross join lateral (
            select distinct on (name) name, since, value
            from gpu_ledger.attribute
            where object_id = u.id and since <= u.at and name <> 'annotations'
            order by name, since desc
        ) a
        where a.value is not null
        order by u.id
        """;
    private static final String TOLD = """
        select c.name, (extract(epoch from max(o.last_seen)) * 1000)::bigint
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
        where coalesce(o.gone, 'infinity'::timestamptz) = 'infinity'
        group by c.name
        """;

    private final ReadSession reading;
    private final long at;

    /// @param at the instant, in milliseconds since 1970
    WaitingRows(ReadSession reading, long at) {
        this.reading = reading;
        this.at = at;
    }

    /// Returns until when each cluster that has pods had told of them, in milliseconds since 1970.
    SortedMap<String, Long> told() throws DatabaseException {
        var told = new TreeMap<String, Long>();
        new Query<>(reading.session()).query(TOLD, row -> told.put(row.text(1), Math.min(at, row.longNumber(2))));
        return told;
    }

    Collection<WaitingDraft> pods() throws DatabaseException {
        Map<Integer, WaitingDraft> drafts = new LinkedHashMap<>();
        new Query<>(reading.session()).number(at).query(WAITING, row -> {
            var id = new WaitingDraft.Id(row.text(2), row.text(3), row.text(4), row.text(5));
            drafts.computeIfAbsent(row.number(1), _ -> new WaitingDraft(id))
                    .put(row.text(6), row.longNumber(7), row.text(8));
        });
        return List.copyOf(drafts.values().stream().filter(WaitingDraft::waits).toList());
    }
}
