package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.time.Span;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Reads how workloads used what they held.
final class WorkloadUsages {
    private static final int MEANS = 8;
    private static final String SUMS = """
        select u.workload_id, sum(u.millis)::bigint, sum(u.minutes)::bigint, sum(u.low_minutes)::bigint,
            sum(u.high_minutes)::bigint, max(u.memory_peak_bytes), max(u.memory_total_bytes), %s
        from unnest(?::int[]) as asked (workload_id)
        join gpu_ledger.usage_sum u on u.workload_id = asked.workload_id
            and u.hour >= 'epoch'::timestamptz + ? * interval '1 ms'
            and u.hour < 'epoch'::timestamptz + ? * interval '1 ms'
        group by u.workload_id
        """.formatted(Measure.ALL.stream()
            .map(measure -> "sum(u.%1$s) / nullif(sum(u.%1$s_millis), 0)".formatted(measure.word()))
            .collect(Collectors.joining(", ")));
    /// The window and the workloads are no columns: how much of all usage is theirs can only be foreseen where they are
    /// known when the statement is planned. Usages are looked up pod by pod, which `offset 0` sees to: the planner
    /// takes a week that fills a partition for so much that it would look through all of it.
    private static final String IDLE = """
        select o.workload_id, o.pod, g.uuid, i.number,
            (extract(epoch from u.hour) * 1000)::bigint + run.since, (extract(epoch from u.hour) * 1000)::bigint + run.until
        from (select id, workload_id, pod from gpu_ledger.owner where workload_id = any (?::int[])) o
        cross join lateral (
            select owner_id, gpu_id, unit_id, hour, idle_runs
            from gpu_ledger.usage
            where owner_id = o.id and hour >= to_timestamp(? / 1000.0) and hour < to_timestamp(? / 1000.0)
                and idle_runs <> '{}'
            offset 0
        ) u
        join gpu_ledger.gpu g on g.id = u.gpu_id
        left join gpu_ledger.instance i on i.id = u.unit_id
        cross join lateral (
            select u.idle_runs[at] as since, u.idle_runs[at + 1] as until
            from generate_series(1, cardinality(u.idle_runs), 2) as at
        ) run
        order by 1, u.owner_id, u.gpu_id, u.unit_id, 5
        """;

    private final ReadSession reading;
    private final Collection<Integer> workloads;
    private final Span window;
    private final int runsMax;

    private WorkloadUsages(ReadSession reading, Collection<Integer> workloads, Span window, int runsMax) {
        this.reading = reading;
        this.workloads = workloads;
        this.window = window;
        this.runsMax = runsMax;
    }

    /// Returns how workloads used what they held, by their numbers; nothing of those that were never seen to use
    /// anything.
    ///
    /// @param runsMax how many idle runs are told of each
    static Map<Integer, WorkloadUsage> of(ReadSession reading, Collection<Integer> workloads, Span window, int runsMax)
            throws DatabaseException {
        return new WorkloadUsages(reading, workloads, window, runsMax).read();
    }

    private Map<Integer, WorkloadUsage> read() throws DatabaseException {
        var idle = idle();
        var usages = new HashMap<Integer, WorkloadUsage>();
        ask().query(
                        SUMS,
                        row -> usages.put(
                                row.number(1), usage(row, idle.getOrDefault(row.number(1), new IdleRuns(0)))));
        return usages;
    }

    private Query<Integer> ask() throws DatabaseException {
        return new Query<>(reading.session(), workloads)
                .numbers(id -> id)
                .number(window.from())
                .number(window.to());
    }

    private static WorkloadUsage usage(ResultRow row, IdleRuns idle) throws DatabaseException {
        var means = new EnumMap<Measure, Double>(Measure.class);
        for (var i = 0; i < Measure.ALL.size(); i++) {
            var mean = row.optionalDouble(MEANS + i);
            if (mean.isPresent()) {
                means.put(Measure.ALL.get(i), mean.getAsDouble());
            }
        }
        return new WorkloadUsage(
                row.longNumber(2),
                means,
                row.longNumber(3),
                row.longNumber(4),
                row.longNumber(5),
                optional(row, 6),
                optional(row, 7),
                idle.count(),
                idle.longest());
    }

    private static OptionalLong optional(ResultRow row, int column) throws DatabaseException {
        return row.optionalLongNumber(column).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private Map<Integer, IdleRuns> idle() throws DatabaseException {
        var runs = new HashMap<Integer, IdleRuns>();
        ask().stream(IDLE, row -> {
            reading.requireTime();
            runs.computeIfAbsent(row.number(1), _ -> new IdleRuns(runsMax)).add(run(row));
        });
        return runs;
    }

    private static IdleRun run(ResultRow row) throws DatabaseException {
        return new IdleRun(
                row.text(2), row.text(3), row.optionalText(4), new Span(row.longNumber(5), row.longNumber(6)));
    }
}
