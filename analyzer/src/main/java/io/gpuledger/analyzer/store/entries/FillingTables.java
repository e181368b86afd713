package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.HashMap;
import java.util.Map;

/// Notes of which GPUs the past is coming in. Nothing is committed.
public final class FillingTables {
    private static final String NOTE = """
        insert into gpu_ledger.filling as old (gpu_id, since, told)
        select g.id, 'epoch'::timestamptz + news.since * interval '1 ms', 'epoch'::timestamptz + news.told * interval '1 ms'
        from unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[]) as news (cluster, uuid, since, told)
        join gpu_ledger.cluster c on c.name = news.cluster
        join gpu_ledger.gpu g on g.cluster_id = c.id and g.uuid = news.uuid
        order by g.id
        on conflict (gpu_id) do update
        set since = least(old.since, excluded.since), told = greatest(old.told, excluded.told)
        """;
    private static final String TAKE = """
        delete from gpu_ledger.filling where told <= 'epoch'::timestamptz + ? * interval '1 ms'
        returning gpu_id, (extract(epoch from since) * 1000)::bigint
        """;
    private static final String NOT_AFTER = """
        update gpu_ledger.filling set told = latest.told
        from (select 'epoch'::timestamptz + ? * interval '1 ms' as told) latest
        where filling.told > latest.told
        """;
    private static final String SINCE = """
        select gpu_id, (extract(epoch from since) * 1000)::bigint
        from gpu_ledger.filling where told > 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    private final Session session;

    public FillingTables(Session session) {
        this.session = session;
    }

    /// Notes that something has come in that is long over.
    ///
    /// @param since by GPU, of when the earliest of it is
    /// @param now when it came in
    public void note(Map<UnitId, Long> since, long now) throws DatabaseException {
        new Query<>(session, since.entrySet())
                .texts(one -> one.getKey().cluster())
                .texts(one -> one.getKey().gpu())
                .numbers(Map.Entry::getValue)
                .numbers(_ -> now)
                .execute(NOTE);
    }

    /// Notes that nothing came in later than an instant, whatever the clock said that was there.
    public void notAfter(long latest) throws DatabaseException {
        new Query<>(session).number(latest).execute(NOT_AFTER);
    }

    /// Returns the GPUs of which nothing has come in since an instant, by their numbers, and of when the earliest was
    /// that had. They are filled, and no longer known here.
    public Map<Integer, Long> take(long until) throws DatabaseException {
        return asked(TAKE, until);
    }

    /// Returns the GPUs of which something has come in after an instant, by their numbers, and of when the earliest of
    /// it is.
    public Map<Integer, Long> since(long after) throws DatabaseException {
        return asked(SINCE, after);
    }

    private Map<Integer, Long> asked(String sql, long instant) throws DatabaseException {
        var since = new HashMap<Integer, Long>();
        new Query<>(session).number(instant).query(sql, row -> since.put(row.number(1), row.longNumber(2)));
        return since;
    }
}
