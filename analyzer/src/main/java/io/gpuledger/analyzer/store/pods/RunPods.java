package io.gpuledger.analyzer.store.pods;

import static io.gpuledger.analyzer.store.pods.CourseColumns.millis;

import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.placement.PodRun;
import io.gpuledger.analyzer.store.pods.RanRows.Told;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.time.Span;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads what became of pods on their nodes within a time: a small row of each that is asked for, and none is kept. Of
/// what a pod was there is nothing that would have to be found out of its labels, such as who pays: that is read by
/// [PodRows] of the few that are shown.
public final class RunPods {
    /// Of all that a pod asks for, only what belongs to a maker of devices may be GPUs. All that is told in an order is
    /// told in the same one, so that the database sorts once. Those that are gone first are handed over first.
    private static final String RUNS =
            """
            select %s, o.id, c.name, o.namespace, o.name, told.requests, told.amounts,
                told.owners[cardinality(told.owners)], %s, told.evictions[1], told.succeeded, noted.value
            %scross join lateral (
                select %s,
                    array_agg(name order by since) filter (where name like 'request.%%.com/%%' and value is not null)
                        as requests,
                    array_agg(value order by since) filter (where name like 'request.%%.com/%%' and value is not null)
                        as amounts,
                    array_agg(value order by since) filter (where name = 'owner' and value is not null) as owners,
                    min(since) filter (where name = 'eviction' and value is not null) as evicted,
                    array_agg(value order by since) filter (where name = 'eviction' and value is not null) as evictions,
                    bool_or(name = 'phase' and value = 'Succeeded') as succeeded
                from gpu_ledger.attribute
                where object_id = o.id and name not in ('annotations', 'labels', 'spec')
            ) told
            %swhere o.id = any(?)
                and coalesce(told.ended, 'infinity'::timestamptz) >= 'epoch'::timestamptz + ? * interval '1 ms'
            order by coalesce(o.gone, 'infinity'::timestamptz), o.id
            """.formatted(CourseColumns.ALL, millis("told.evicted"), LivedPods.FROM, CourseColumns.TOLD, RanRows.NOTED);

    private static final int OBJECT = CourseColumns.COUNT + 1;
    private static final int CLUSTER = OBJECT + 1;
    private static final int NAMESPACE = CLUSTER + 1;
    private static final int NAME = NAMESPACE + 1;
    private static final int REQUESTS = NAME + 1;
    private static final int OWNER = REQUESTS + 2;

    @FunctionalInterface
    private interface Each {
        void accept(ResultRow row, Told told, Optional<Workload> maker, Run run) throws DatabaseException;
    }

    /// Names a pod.
    ///
    /// @param pod as namespace/pod
    public record Name(String cluster, String pod) {}

    private final ReadSession reading;
    private final LivedPods lived;
    private final RanRows ran;

    /// @param cluster the only one that is asked about, if one is
    public RunPods(ReadSession reading, Span window, Optional<String> cluster) throws DatabaseException {
        this.reading = reading;
        this.lived = new LivedPods(window, cluster);
        this.ran = RanRows.of(reading.session(), window);
    }

    /// Hands over the pods that something may have taken from their nodes, be it that these failed.
    ///
    /// @param hit by failures
    public void read(Collection<Name> hit, Consumer<PodRun> taken) throws DatabaseException {
        var pods = TakenPods.of(reading.session(), lived, hit, ran.evicted());
        each(pods, (row, told, _, run) -> taken.accept(pod(row, told, run)));
    }

    /// Hands over the pods of large workloads to what puts them together.
    public void read(GangRows gangs) throws DatabaseException {
        each(gangs.pods(), (row, _, maker, run) -> {
            if (maker.isPresent()) {
                gangs.add(row.number(OBJECT), maker.get(), run);
            }
        });
    }

    private static PodRun pod(ResultRow row, Told told, Run run) throws DatabaseException {
        return new PodRun(row.text(CLUSTER), row.text(NAMESPACE) + "/" + row.text(NAME), run, told.succeeded());
    }

    private void each(Collection<Integer> pods, Each each) throws DatabaseException {
        lived.ask(new Query<>(reading.session()))
                .numberArray(pods)
                .number(lived.window().from())
                .query(RUNS, row -> {
                    reading.requireTime();
                    var told = Told.read(row, OWNER);
                    var maker = told.maker(row.text(CLUSTER), row.text(NAMESPACE));
                    var run = ran.run(CourseColumns.read(row), PodRows.gpus(row, REQUESTS), told, maker);
                    if (run.isPresent()) {
                        each.accept(row, told, maker, run.get());
                    }
                });
    }
}
