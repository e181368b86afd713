package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.store.samples.PortionWriter;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Rows a second into a real server, what they cost in CPU on both sides, and the room that they take:
/// `WriterBenchmark plain|timescale [units] [ticks]`, against GPU_LEDGER_TEST_DATABASE_URL on this machine.
final class WriterBenchmark {
    private static final int FIELDS = 40;
    private static final int PORTION = 20_000;
    private static final long STEP_MILLIS = 30_000;
    private static final Random RANDOM = new Random(7);

    private WriterBenchmark() {}

    public static void main(String[] args) throws Exception {
        var flavour = Flavour.valueOf(args[0].toUpperCase(java.util.Locale.ROOT));
        var units = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
        var ticks = args.length > 2 ? Integer.parseInt(args[2]) : 1_000;
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            if (flavour == Flavour.TIMESCALE) {
                // It would compress in between, as these days are long over.
                test.execute("select remove_compression_policy('gpu_ledger.sample')");
            }
            measure(test, database, units, ticks);
        }
    }

    private static void measure(TestDatabase test, Database database, int units, int ticks)
            throws DatabaseException, SchemaException, IOException {
        var start = Instant.parse("2026-11-20T00:00:00Z").toEpochMilli();
        var fleet = new Fleet(units);
        var days = Days.of(database.migrate());
        try (var session = database.session()) {
            var writer = PortionWriter.over(session, days, new WriterMetrics(new SimpleMeterRegistry()));
            var backend = backend(session);
            var rows = 0L;
            var wall = 0L;
            var own = 0L;
            var server = 0L;
            var best = Double.MAX_VALUE;
            var portion = new ArrayList<Row>();
            for (var tick = 0; tick < ticks; tick++) {
                fleet.tick(start + tick * STEP_MILLIS, portion);
                if (portion.size() >= PORTION || tick == ticks - 1) {
                    var wallBefore = System.nanoTime();
                    var ownBefore = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                    var serverBefore = cpuMillis(backend);
                    writer.write(portion);
                    var took = System.nanoTime() - wallBefore;
                    best = Math.min(best, (double) took / portion.size());
                    if (tick > ticks / 4) {
                        rows += portion.size();
                        wall += took;
                        own += ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - ownBefore;
                        server += cpuMillis(backend) - serverBefore;
                    }
                    portion.clear();
                }
            }
            System.out.printf(
                    "%d rows of %d fields: %.0f rows/s, best portion %.0f rows/s; CPU %.2f us/row here, %.2f us/row in"
                            + " the server%n",
                    rows, FIELDS, rows * 1e9 / wall, 1e9 / best, own / 1e3 / rows, server * 1e3 / rows);
            session.commit();
        }
        test.execute("vacuum analyze gpu_ledger.sample");
        sizes(database, days, "as written");
        if (database.migrate() == Flavour.TIMESCALE) {
            test.execute("select compress_chunk(c) from show_chunks('gpu_ledger.sample') c");
            test.execute("vacuum analyze gpu_ledger.sample");
            sizes(database, days, "compressed");
        }
    }

    private static void sizes(Database database, Days days, String when) throws DatabaseException {
        try (var session = database.session()) {
            var size = days.size(session, "sample");
            System.out.printf(
                    "%s: %d bytes, about %d rows: %.1f B a row%n",
                    when, size.bytes(), size.rows(), (double) size.bytes() / size.rows());
        }
    }

    private static long backend(Session session) throws DatabaseException {
        return new Query<>(session).one("select pg_backend_pid()", row -> row.longNumber(1));
    }

    private static long cpuMillis(long pid) throws IOException {
        var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10;
    }

    /// Its counters go on, its gauges wander, its states stay: what a page of the exporter says.
    private static final class Fleet {
        private final List<Unit> units = new ArrayList<>();
        private final double[][] values;
        private final List<Field> fields;
        private final long said;

        Fleet(int count) {
            fields = Field.ALL.stream()
                    .filter(field -> !field.column().contains("retired")
                            && !field.column().contains("violation")
                            && !field.column().contains("engine_active_ratio")
                            && field != Field.LATEST_XID)
                    .limit(FIELDS)
                    .toList();
            said = fields.stream().mapToLong(Field::bit).reduce(0, (a, b) -> a | b);
            values = new double[count][fields.size()];
            for (var i = 0; i < count; i++) {
                units.add(Unit.of(
                        new UnitId("bench", "GPU-%08d-0000-4000-8000-000000000000".formatted(i), Optional.empty()),
                        "node-" + i / 8));
                for (var f = 0; f < fields.size(); f++) {
                    values[i][f] = start(fields.get(f));
                }
            }
        }

        private static double start(Field field) {
            return switch (field.kind()) {
                case STATE -> 0;
                case INSTANT -> 1_790_000_000;
                case COUNTER -> RANDOM.nextInt(1_000_000);
                case GAUGE -> field.max() == 1 ? RANDOM.nextInt(100) / 100.0 : Math.floor(RANDOM.nextDouble() * 500);
            };
        }

        void tick(long millis, List<Row> into) {
            for (var i = 0; i < values.length; i++) {
                for (var f = 0; f < fields.size(); f++) {
                    values[i][f] = next(fields.get(f), values[i][f]);
                }
                into.add(new Row(units.get(i), millis, Values.of(said, values[i].clone()), List.of(), List.of()));
            }
        }

        private static double next(Field field, double value) {
            return switch (field.kind()) {
                case STATE, INSTANT -> value;
                case COUNTER -> {
                    var isError = field.column().contains("error")
                            || field.column().contains("remapped")
                            || field.column().contains("throttled")
                            || field.column().contains("replay");
                    yield isError
                            ? value
                            : value
                                    + 30
                                            * (field.column().contains("observed")
                                                    ? 1
                                                    : Math.round(RANDOM.nextDouble() * 100) / 100.0);
                }
                case GAUGE ->
                    field.column().contains("total") || field.column().contains("limit") || RANDOM.nextInt(3) > 0
                            ? value
                            : field.max() == 1
                                    ? RANDOM.nextInt(100) / 100.0
                                    : Math.max(0, value + RANDOM.nextInt(5) - 2);
            };
        }
    }
}
