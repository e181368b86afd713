package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Finds pods that were scheduled and that nobody has counted yet. The database notes of each that it is, so that it is
/// counted once: after a restart too, by several analyzers, and however late it is told of. Where whoever counts ends
/// before the next look at its counters, that pod is counted by nobody any more; but so are the counters.
public final class UncountedPods {
    static final int PORTION = 2_000;

    /// What is told of a pod may come in pieces, and is there by then.
    private static final long SETTLING = 60_000;

    /// One that is gone is not waited for any longer, even if it was never scheduled.
    private static final String DUE = """
        select o.id
        from gpu_ledger.object o
        where o.kind = 'pod' and not o.scheduling_counted and (
            coalesce(o.gone, 'infinity'::timestamptz) < 'epoch'::timestamptz + ? * interval '1 ms'
            or exists (
                select from gpu_ledger.attribute a
                where a.object_id = o.id and a.since < 'epoch'::timestamptz + ? * interval '1 ms'
                    and a.value is not null
                    and (a.name in ('started', 'node') or a.name = 'condition.PodScheduled' and a.value = 'true')
            )
        )
        order by o.id
        limit ?
        for update of o skip locked
        """;
    private static final String COUNTED = """
        update gpu_ledger.object set scheduling_counted = true where id = any (?)
        """;

    private final Teams teams;

    public UncountedPods(Teams teams) {
        this.teams = teams;
    }

    /// A pod that was scheduled, and how long it waited for that.
    public record Scheduled(String cluster, String team, long millis) {}

    /// Returns pods that are counted now, and nobody returns again: up to a portion of them, fewer when there are no
    /// more. It commits that.
    public List<Scheduled> take(Session session, Instant now) throws DatabaseException {
        var until = now.toEpochMilli();
        var due = new Query<>(session)
                .number(until - Hour.MILLIS)
                .number(until - SETTLING)
                .number(PORTION)
                .list(DUE, row -> row.number(1));
        var scheduled = new ArrayList<Scheduled>();
        if (!due.isEmpty()) {
            new PodRows(session, teams).of(due, new Span(until - Hour.MILLIS, until), pod -> {
                var course = pod.course();
                course.at(Stage.SCHEDULED)
                        .ifPresent(millis -> scheduled.add(new Scheduled(
                                pod.cluster(),
                                pod.team(),
                                millis - course.at(Stage.OPENED).orElse(course.created()))));
            });
            new Query<>(session).numberArray(due).execute(COUNTED);
        }
        session.commit();
        return scheduled;
    }
}
