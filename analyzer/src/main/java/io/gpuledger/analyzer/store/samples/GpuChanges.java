package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Notes from when until when GPUs, or instances of them, were other than was known. What is told again changes
/// nothing.
public final class GpuChanges {
    private static final String PUT = """
        insert into gpu_ledger.gpu_change as old (gpu_id, since, until)
        select gpu_id, coalesce('epoch'::timestamptz + since * interval '1 ms', '-infinity'),
            coalesce('epoch'::timestamptz + until * interval '1 ms', 'infinity')
        from unnest(?::int[], ?::bigint[], ?::bigint[]) as told (gpu_id, since, until)
        order by gpu_id
        on conflict (gpu_id) do update
        set since = least(old.since, excluded.since), until = greatest(old.until, excluded.until)
        """;
    private static final String TAKE = """
        delete from gpu_ledger.gpu_change
        returning gpu_id, case when isfinite(since) then (extract(epoch from since) * 1000)::bigint end,
            case when isfinite(until) then (extract(epoch from until) * 1000)::bigint end
        """;

    private final Map<Integer, Span> changes = new HashMap<>();

    void add(int gpu, Span span) {
        changes.merge(
                gpu,
                span,
                (one, other) -> new Span(Math.min(one.from(), other.from()), Math.max(one.to(), other.to())));
    }

    /// Adds them to those that nobody took yet, and commits nothing.
    void put(Session session) throws DatabaseException {
        new Query<>(session, changes.entrySet())
                .numbers(Map.Entry::getKey)
                .optionalNumbers(
                        change -> Optional.of(change.getValue().from()).filter(from -> from != AttributeHistory.EVER))
                .optionalNumbers(change -> Optional.of(change.getValue().to()).filter(to -> to != Long.MAX_VALUE))
                .execute(PUT);
    }

    /// Returns those that nobody took yet, by the GPU's number, and commits nothing.
    public static Map<Integer, Span> take(Session session) throws DatabaseException {
        var taken = new HashMap<Integer, Span>();
        new Query<>(session)
                .query(
                        TAKE,
                        row -> taken.put(
                                row.number(1),
                                new Span(
                                        row.optionalLongNumber(2).orElse(AttributeHistory.EVER),
                                        row.optionalLongNumber(3).orElse(Long.MAX_VALUE))));
        return taken;
    }
}
