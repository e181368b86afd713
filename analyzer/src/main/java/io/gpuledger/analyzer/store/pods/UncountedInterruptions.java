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

/// Finds pods that were taken from their nodes and that nobody has counted yet. As of [UncountedPods], the database
/// notes of each that it is counted.
public final class UncountedInterruptions {
    private static final int PORTION = 2_000;

    /// What is told at once may come in pieces; what a pod is was told long before.
    private static final long SETTLING = 10_000;

    private static final String DUE = """
        select o.id
        from gpu_ledger.attribute a
        join gpu_ledger.object o on o.id = a.object_id
        where a.name = 'eviction' and a.value is not null
            and a.since < 'epoch'::timestamptz + ? * interval '1 ms'
            and o.kind = 'pod' and not o.interruption_counted
        order by o.id
        limit ?
        for update of o skip locked
        """;
    private static final String COUNTED = """
        update gpu_ledger.object set interruption_counted = true where id = any (?)
        """;

    private final Teams teams;

    /// @param teams by which the books find out who pays
    public UncountedInterruptions(Teams teams) {
        this.teams = teams;
    }

    /// A pod that was taken from its node, and why.
    public record Interrupted(String cluster, String team, String reason) {}

    /// Returns pods that are counted now, and nobody returns again: up to a portion of them, fewer when there are no
    /// more. It commits that.
    public List<Interrupted> take(Session session, Instant now) throws DatabaseException {
        var until = now.toEpochMilli();
        var due = new Query<>(session).number(until - SETTLING).number(PORTION).list(DUE, row -> row.number(1));
        var interrupted = new ArrayList<Interrupted>();
        if (!due.isEmpty()) {
            new PodRows(session, teams)
                    .of(
                            due,
                            new Span(until - Hour.MILLIS, until),
                            pod -> pod.eviction()
                                    .filter(_ ->
                                            pod.course().at(Stage.SCHEDULED).isPresent())
                                    .ifPresent(reason ->
                                            interrupted.add(new Interrupted(pod.cluster(), pod.team(), reason))));
            new Query<>(session).numberArray(due).execute(COUNTED);
        }
        session.commit();
        return interrupted;
    }
}
