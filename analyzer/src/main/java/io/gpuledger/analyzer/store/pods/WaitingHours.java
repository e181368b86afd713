package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.diagnosis.FreeWhileWaiting.Part;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Keeps what stood free while pods waited, hour by hour.
///
/// Pods and nodes may be told of late, while an hour is being found or after it was, and two analyzers may find the
/// same hour. So whoever begins leaves a mark on the hour before it reads, what is told of the hour takes the mark
/// away, and an hour is written by none but whose mark it still has. What stood there stays until then: where pods and
/// nodes are not kept any more, it is all that is left.
public final class WaitingHours {
    private static final String DUE = """
        select (extract(epoch from h.hour) * 1000)::bigint, array_agg(c.name order by c.name)
        from generate_series(
            'epoch'::timestamptz + ? * interval '1 ms',
            'epoch'::timestamptz + ? * interval '1 ms' - interval '1 hour',
            interval '1 hour'
        ) h (hour)
        join (
            select c.id, c.name, min(o.first_seen) as since
            from gpu_ledger.cluster c
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'node'
            group by c.id, c.name
        ) c on c.since < h.hour + interval '1 hour'
        left join gpu_ledger.waiting_hour w on w.hour = h.hour and w.cluster_id = c.id
        where w.is_right is not true
        group by h.hour
        order by h.hour desc
        limit 1
        """;
    private static final String MARK = """
        insert into gpu_ledger.waiting_hour (hour, cluster_id, reader)
        select 'epoch'::timestamptz + ? * interval '1 ms', c.id, ?
        from unnest(?::text[]) told (cluster)
        join gpu_ledger.cluster c on c.name = told.cluster
        order by c.id
        on conflict (hour, cluster_id) do update set reader = excluded.reader
        """;
    private static final String WRITE = """
        update gpu_ledger.waiting_hour w
        set was_found = true, is_right = true, reader = null, free_hours = ? / 1e6, wanted_hours = ? / 1e6
        from gpu_ledger.cluster c
        where c.name = ? and w.cluster_id = c.id and w.hour = 'epoch'::timestamptz + ? * interval '1 ms' and w.reader = ?
        """;
    private static final String CLEAR = """
        delete from gpu_ledger.waiting_part p
        using gpu_ledger.cluster c
        where c.name = ? and p.cluster_id = c.id and p.hour = 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final String PARTS = """
        insert into gpu_ledger.waiting_part (hour, cluster_id, team, free_sku, wanted_sku, reason, gpu_hours)
        select 'epoch'::timestamptz + ? * interval '1 ms', c.id, p.team, p.free_sku, p.wanted_sku, p.reason,
            p.micros / 1e6
        from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[])
            p (team, free_sku, wanted_sku, reason, micros)
        join gpu_ledger.cluster c on c.name = ?
        """;
    private static final String DOUBT = """
        update gpu_ledger.waiting_hour w
        set is_right = false, reader = null
        from unnest(?::text[], ?::bigint[]) as told (cluster, since)
        join gpu_ledger.cluster c on c.name = told.cluster
        where w.cluster_id = c.id
            and w.hour > 'epoch'::timestamptz + told.since * interval '1 ms' - interval '1 hour'
            and (w.is_right or w.reader is not null)
        """;

    private final Session session;
    private final long reader;

    /// @param reader a number that nobody else has
    public WaitingHours(Session session, long reader) {
        this.session = session;
        this.reader = reader;
    }

    /// An hour that is still to be found, and of which clusters.
    ///
    /// @param hour its begin, in milliseconds since 1970
    public record Due(long hour, Set<String> clusters) {
        public Due {
            clusters = Set.copyOf(clusters);
        }
    }

    /// Returns the last hour that is still to be found, and leaves the reader's mark on it.
    ///
    /// @param window whole hours of which pods and nodes are still known
    public Optional<Due> begin(Span window) throws DatabaseException {
        if (window.isEmpty()) {
            return Optional.empty();
        }
        var due = new Query<>(session)
                .number(window.from())
                .number(window.to())
                .first(DUE, row -> new Due(row.longNumber(1), Set.copyOf(row.texts(2))));
        if (due.isPresent()) {
            new Query<>(session)
                    .number(due.get().hour())
                    .number(reader)
                    .textArray(due.get().clusters())
                    .execute(MARK);
        }
        session.commit();
        return due;
    }

    /// Writes an hour that was found, unless more was told of it since it was begun, or somebody else has begun it.
    /// Returns whether it was written.
    public boolean write(WaitingHour hour) throws DatabaseException {
        var isWritten = new Query<>(session)
                        .number(micros(hour.free()))
                        .number(micros(hour.wanted()))
                        .text(hour.cluster())
                        .number(hour.hour())
                        .number(reader)
                        .execute(WRITE)
                > 0;
        if (isWritten) {
            new Query<>(session).text(hour.cluster()).number(hour.hour()).execute(CLEAR);
            insert(hour);
        }
        session.commit();
        return isWritten;
    }

    private void insert(WaitingHour hour) throws DatabaseException {
        List<Part> parts =
                hour.parts().stream().filter(part -> micros(part.gpus()) > 0).toList();
        new Query<>(session, parts)
                .number(hour.hour())
                .texts(Part::team)
                .optionalTexts(Part::freeSku)
                .optionalTexts(Part::wantedSku)
                .texts(part -> part.reason().word())
                .numbers(part -> micros(part.gpus()))
                .text(hour.cluster())
                .execute(PARTS);
    }

    private static long micros(double gpuHours) {
        return Math.round(gpuHours * 1e6);
    }

    /// Notes since when clusters turned out to be other than was known, and commits nothing.
    ///
    /// @param since in milliseconds since 1970, by cluster
    public static void doubt(Session session, Map<String, Long> since) throws DatabaseException {
        new Query<>(session, since.entrySet())
                .texts(Map.Entry::getKey)
                .numbers(Map.Entry::getValue)
                .execute(DOUBT);
    }
}
