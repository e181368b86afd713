package io.gpuledger.analyzer.benchmark;

import static java.util.concurrent.TimeUnit.MINUTES;

import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.entries.FleetTables;
import io.gpuledger.analyzer.store.upkeep.Upkeep;
import io.gpuledger.analyzer.store.writer.DatabaseState;
import io.gpuledger.analyzer.store.writer.Pace;
import io.gpuledger.analyzer.store.writer.QueuedBacklog;
import io.gpuledger.analyzer.store.writer.SampleWriter;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/// What is left of pods and GPUs that were there in a year costs nothing once nothing of them is kept: a pass of the
/// books, a reconnect and the heap, before and after all of them were there. They are made by statements, as a month
/// and more ago they left: what is younger is kept, and costs what it costs. With -Dupdate the table goes into
/// docs/benchmarks.md.
public final class Year {
    private static final Setting<Long> GPUS = whole("gpus", "How many GPUs there are.", 8, 100_000, "10000");
    private static final Setting<Long> PODS = whole("pods", "How many pods there were on a day.", 10, 100_000, "20000");
    private static final Setting<Long> LEFT = whole("left", "How many GPUs left on a day.", 1, 10_000, "24");
    private static final Setting<Long> DAYS = whole("days", "Of how many days.", 1, 1_000, "365");
    private static final Declaration DECLARATION =
            new Declaration("year", "Lives on after a year.", List.of(), List.of(GPUS, PODS, LEFT, DAYS));
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Duration TICK = Duration.ofMinutes(5);
    private static final int TICKS = 24;
    private static final int PASSES = 5;
    private static final List<String> TABLES =
            List.of("holder", "owner", "workload", "object", "attribute", "gpu", "node");
    private static final String DAY = "timestamptz '%s' - (day + 30) * interval '1 day'".formatted(NOW);
    /// Numbers are of pods, of GPUs that left and of days.
    private static final List<String> DEAD = List.of("""
        insert into gpu_ledger.holder (cluster_id, namespace, pod, container, pod_uid, last_seen)
        select 1, 'n', 'gone-' || day || '-' || pod, 'main', day || '-' || pod, DAY
        from generate_series(0, %3$d - 1) day, generate_series(1, %1$d) pod
        """, """
        insert into gpu_ledger.workload (cluster_id, namespace, kind, name)
        select 1, 'n', 'Job', 'gone-' || day || '-' || job
        from generate_series(0, %3$d - 1) day, generate_series(0, %1$d / 10) job
        """, """
        insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod, uid, last_booked)
        select 1, w.id, 'n', 'gone-' || day || '-' || pod, day || '-' || pod, DAY
        from (
            select day, pod from generate_series(0, %3$d - 1) day, generate_series(1, %1$d) pod
        ) there
        join gpu_ledger.workload w on w.name = 'gone-' || day || '-' || pod / 10
        """, """
        insert into gpu_ledger.object (cluster_id, kind, namespace, name, uid, first_seen, last_seen, gone)
        select 1, 'pod', 'n', 'gone-' || day || '-' || pod, day || '-' || pod, DAY, DAY, DAY
        from generate_series(0, %3$d - 1) day, generate_series(1, %1$d) pod
        """, """
        insert into gpu_ledger.attribute (since, object_id, name, value)
        select o.first_seen, o.id, told.name, 'true'
        from gpu_ledger.object o, (values ('present'), ('labels'), ('owner')) told (name)
        where o.gone is not null
        """, """
        insert into gpu_ledger.gpu (cluster_id, uuid, first_seen, last_seen)
        select 1, 'GPU-gone-' || day || '-' || gpu, DAY, DAY
        from generate_series(0, %3$d - 1) day, generate_series(1, %2$d) gpu
        """, """
        insert into gpu_ledger.node (cluster_id, name)
        select 1, 'gone-' || day from generate_series(0, %3$d - 1) day
        """, """
        insert into gpu_ledger.gpu_placement (since, gpu_id, node_id)
        select g.first_seen, g.id, n.id from gpu_ledger.gpu g
        join gpu_ledger.node n on n.name = substring(g.uuid from 'gone-[0-9]+')
        """, """
        insert into gpu_ledger.booked (since, until, gpu_id)
        select first_seen, last_seen + interval '20 days', id from gpu_ledger.gpu where uuid like 'GPU-gone-%%'
        """);

    /// @param rows of tables, by their names
    /// @param gpus that a pass looks at
    record Taken(long passNanos, long reconnectNanos, long heapBytes, int gpus, Map<String, Long> rows) {}

    record Result(Taken before, Map<String, Long> dead, long upkeepNanos, Taken after) {}

    private final int gpus;
    private final int pods;
    private final int left;
    private final int days;

    Year(int gpus, int pods, int left, int days) {
        this.gpus = gpus;
        this.pods = pods;
        this.left = left;
        this.days = days;
    }

    private static Setting<Long> whole(String name, String description, long least, long most, String usual) {
        return Setting.whole(name, description)
                .that(number -> number >= least && number <= most, "%d to %d".formatted(least, most))
                .or(usual);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, Year::run);
        System.exit(0);
    }

    private static void run(Settings settings) throws IOException {
        var machine = Machine.here().text();
        var year = new Year(
                Math.toIntExact(settings.get(GPUS)),
                Math.toIntExact(settings.get(PODS)),
                Math.toIntExact(settings.get(LEFT)),
                Math.toIntExact(settings.get(DAYS)));
        var text = year.text(machine, year.result());
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "year").matches(text);
        }
    }

    Result result() throws IOException {
        try (var kept = Kept.at(NOW, NOW)) {
            kept.database().migrate();
            for (var tick = TICKS; tick > 0; tick--) {
                kept.tell(tick(NOW.minus(TICK.multipliedBy(tick))), List.of());
            }
            kept.passAt(NOW);
            kept.vacuum();
            var before = taken(kept);
            for (var sql : DEAD) {
                var insert = sql.replace("DAY", DAY).formatted(pods, left, days);
                kept.rows("with dead as (" + insert + " returning 1) select count(*) from dead");
            }
            var dead = rows(kept);
            var begun = System.nanoTime();
            var keeping = new RetentionSettings(Duration.ofDays(14), Duration.ofDays(400), 0.9);
            Upkeep.once(
                    kept.database(),
                    new Retention(keeping.raw(), Timekeeper.trusting(() -> NOW)),
                    keeping,
                    new SimpleMeterRegistry());
            var upkeep = System.nanoTime() - begun;
            kept.vacuum();
            return new Result(before, dead, upkeep, taken(kept));
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("there is no year", e);
        }
    }

    /// What all GPUs that are there tell at an instant.
    private List<Row> tick(Instant at) {
        var rows = new ArrayList<Row>();
        for (var gpu = 0; gpu < gpus; gpu++) {
            var holder = new Holder("n", "pod-" + gpu / 8, "main", Optional.of("uid-" + gpu / 8));
            var holding = new Holding(holder, Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty());
            rows.add(new Row(
                    Unit.of(new UnitId("c", "GPU-" + gpu, Optional.empty()), "node-" + gpu / 8),
                    at.toEpochMilli(),
                    Values.of(Field.UTILIZATION_RATIO.bit(), new double[] {0.5}),
                    List.of(holding),
                    List.of()));
        }
        return rows;
    }

    private Taken taken(Kept kept) throws Exception {
        var pass = Long.MAX_VALUE;
        for (var i = 0; i < PASSES; i++) {
            var begun = System.nanoTime();
            kept.passAt(NOW);
            pass = Math.min(pass, System.nanoTime() - begun);
        }
        var tick = tick(NOW.minus(TICK));
        var reconnect = Long.MAX_VALUE;
        for (var i = 0; i < PASSES; i++) {
            reconnect = Math.min(reconnect, reconnect(kept, tick));
        }
        System.gc();
        var heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        return new Taken(pass, reconnect, heap, lookedAt(kept), rows(kept));
    }

    private static int lookedAt(Kept kept) throws Exception {
        try (var session = kept.database().session()) {
            return new FleetTables(session).gpus().size();
        }
    }

    /// From a new connection to the first portion that is written over it.
    private static long reconnect(Kept kept, List<Row> rows) throws Exception {
        var backlog = new QueuedBacklog();
        var retention = new Retention(Duration.ofDays(14), Timekeeper.trusting(() -> NOW));
        var pace = new Pace(Duration.ofMillis(1), Pace.usual(new Random(1)).backoff());
        var begun = System.nanoTime();
        try (var writer = SampleWriter.start(
                backlog, kept.database(), (_, _) -> {}, retention, pace, () -> NOW, new SimpleMeterRegistry())) {
            backlog.put(rows, List.of()).get(10, MINUTES);
            var took = System.nanoTime() - begun;
            return writer.state() instanceof DatabaseState.Down ? Long.MAX_VALUE : took;
        }
    }

    private static Map<String, Long> rows(Kept kept) throws Exception {
        var rows = new LinkedHashMap<String, Long>();
        for (var table : TABLES) {
            rows.put(
                    table,
                    Long.valueOf(kept.rows("select count(*) from gpu_ledger." + table)
                            .getFirst()));
        }
        return rows;
    }

    String text(String machine, Result result) {
        var before = result.before();
        var after = result.after();
        var text = new StringBuilder("""
            %s. %,d GPUs; %,d pods a day for %,d days, and %,d GPUs a day that left.

            | | before that year | after it | after it, of upkeep |
            |---|---:|---:|---:|
            | a pass | %.2f s | | %.2f s |
            | a reconnect, with a reading of each GPU | %.2f s | | %.2f s |
            | heap in use then | %.0f MiB | | %.0f MiB |
            | GPUs that a pass looks at | %,d | | %,d |
            """.formatted(
                        machine,
                        gpus,
                        pods,
                        days,
                        left,
                        before.passNanos() / 1e9,
                        after.passNanos() / 1e9,
                        before.reconnectNanos() / 1e9,
                        after.reconnectNanos() / 1e9,
                        before.heapBytes() / 1048576.0,
                        after.heapBytes() / 1048576.0,
                        before.gpus(),
                        after.gpus()));
        before.rows()
                .forEach((table, rows) -> text.append("| rows of `%s` | %,d | %,d | %,d |%n"
                        .formatted(
                                table,
                                rows,
                                result.dead().getOrDefault(table, 0L),
                                after.rows().getOrDefault(table, 0L))));
        return text.append("%nThe upkeep that removed it took %.0f s.%n".formatted(result.upkeepNanos() / 1e9))
                .toString();
    }
}
