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
import java.util.Optional;
import java.util.function.Function;

/// Finds pods to which something happened that nobody has counted yet. The database notes of each that it is, so
/// that it is counted once: after a restart too, by several analyzers, and however late it is told of. Where whoever
/// counts ends before the next look at its counters, that pod is counted by nobody any more; but so are the counters.
///
/// @param <T> what is counted of a pod
public final class UncountedPods<T> {
    static final int PORTION = 2_000;

    /// One that is gone is not waited for any longer, even if it was never scheduled. What is told of a pod may come in
    /// pieces, and is there within a minute.
    private static final String SCHEDULED = """
        where o.kind = 'pod' and not o.scheduling_counted and (
            coalesce(o.gone, 'infinity'::timestamptz) < now.at - interval '1 hour'
            or exists (
                select from gpu_ledger.attribute a
                where a.object_id = o.id and a.since < now.at - interval '1 minute' and a.value is not null
                    and (a.name in ('started', 'node') or a.name = 'condition.PodScheduled' and a.value = 'true')
            )
        )
        """;
    /// What a pod is was told long before it was taken away; why it was may come some seconds later.
    private static final String EVICTED = """
        join gpu_ledger.attribute a on a.object_id = o.id and a.name = 'eviction' and a.value is not null
            and a.since < now.at - interval '10 seconds'
        where o.kind = 'pod' and not o.interruption_counted
        """;

    /// A pod that was scheduled, and how long it waited for that.
    public record Scheduled(String cluster, String team, long millis) {}

    /// A pod that was taken from its node, and why.
    public record Interrupted(String cluster, String team, String reason) {}

    private final Teams teams;
    private final String due;
    private final String counted;
    private final Function<SeenPod, Optional<T>> found;

    private UncountedPods(Teams teams, String due, String column, Function<SeenPod, Optional<T>> found) {
        this.teams = teams;
        this.due = """
            select o.id
            from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) now
            cross join gpu_ledger.object o
            %s
            order by o.id
            limit ?
            for update of o skip locked
            """.formatted(due);
        this.counted = "update gpu_ledger.object set %s = true where id = any (?)".formatted(column);
        this.found = found;
    }

    /// Finds pods that were scheduled.
    ///
    /// @param teams by which the books find out who pays
    public static UncountedPods<Scheduled> scheduled(Teams teams) {
        return new UncountedPods<>(teams, SCHEDULED, "scheduling_counted", pod -> {
            var course = pod.course();
            return course.at(Stage.SCHEDULED)
                    .map(millis -> new Scheduled(
                            pod.cluster(),
                            pod.team(),
                            millis - course.at(Stage.OPENED).orElse(course.created())));
        });
    }

    /// Finds pods that were taken from their nodes.
    ///
    /// @param teams by which the books find out who pays
    public static UncountedPods<Interrupted> interrupted(Teams teams) {
        return new UncountedPods<>(
                teams,
                EVICTED,
                "interruption_counted",
                pod -> pod.eviction()
                        .filter(_ -> pod.course().at(Stage.SCHEDULED).isPresent())
                        .map(reason -> new Interrupted(pod.cluster(), pod.team(), reason)));
    }

    /// Takes a portion of the pods, which nobody takes again, and returns what is to be counted of them: that may be
    /// nothing of any. It is empty where no pods are left. This commits.
    public Optional<List<T>> take(Session session, Instant now) throws DatabaseException {
        var until = now.toEpochMilli();
        var objects = new Query<>(session).number(until).number(PORTION).list(due, row -> row.number(1));
        var taken = new ArrayList<T>();
        if (!objects.isEmpty()) {
            var window = new Span(until - Hour.MILLIS, until);
            new PodRows(session, teams)
                    .of(objects, window, pod -> found.apply(pod).ifPresent(taken::add));
            new Query<>(session).numberArray(objects).execute(counted);
        }
        session.commit();
        return objects.isEmpty() ? Optional.empty() : Optional.of(taken);
    }
}
