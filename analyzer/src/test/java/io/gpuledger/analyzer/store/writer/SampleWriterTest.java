package io.gpuledger.analyzer.store.writer;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.store.Backlog;
import io.gpuledger.analyzer.store.Portion;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.store.samples.RandomRows;
import io.gpuledger.analyzer.store.writer.DatabaseState.Down;
import io.gpuledger.analyzer.store.writer.DatabaseState.Up;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.gate.EndOfThread;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SampleWriterTest {
    private static final InstantSource CLOCK = InstantSource.fixed(RandomRows.NOW);
    private static final long NOW = RandomRows.NOW.toEpochMilli();

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final QueuedBacklog backlog = new QueuedBacklog();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (var part : open.reversed()) {
            part.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void pieces_in_any_order_and_number_make_the_same_rows(Flavour flavour) throws Exception {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var test = fresh(flavour);
        var rows = new ArrayList<>(new RandomRows(random).list(400));

        for (var round = 0; round < 3; round++) {
            Collections.shuffle(rows, random);
            var database = test.open();
            try (var writer = start(database)) {
                for (var from = 0; from < rows.size(); ) {
                    var to = Math.min(rows.size(), from + 1 + random.nextInt(120));
                    backlog.put(rows.subList(from, to)).get(60, SECONDS);
                    from = to;
                }
                assertThat(writer.state()).isEqualTo(new Up());
            }
            database.close();

            assertThat(WrittenValues.in(test)).as("seed " + seed).isEqualTo(WrittenValues.of(rows));
        }
    }

    @Test
    void what_trickles_in_is_gathered_and_a_full_portion_is_followed_at_once() throws Exception {
        var rows = new RandomRows(new Random(3)).list(20_003);
        var writer = start(database(fresh(Flavour.PLAIN)), Duration.ofHours(1));

        var full = backlog.put(rows.subList(0, 20_000));
        var few = backlog.put(rows.subList(20_000, 20_001));
        assertThat(full).succeedsWithin(Duration.ofMinutes(1));
        assertThat(few).succeedsWithin(Duration.ofMinutes(1));

        var fewMore = backlog.put(rows.subList(20_001, 20_003));
        writer.close();
        assertThat(fewMore).isNotDone();
    }

    @Test
    void pieces_of_a_day_that_is_compressed_are_merged_too() throws Exception {
        var test = fresh(Flavour.TIMESCALE);
        var database = database(test);
        database.migrate();
        // Or it might compress a chunk at the same time.
        test.execute("select alter_job(job_id, scheduled => false) from timescaledb_information.jobs"
                + " where proc_name = 'policy_compression'");
        var writer = start(database);
        var rows = new RandomRows(new Random(2)).list(300);
        backlog.put(rows.subList(0, 150)).get(60, SECONDS);
        test.execute("select compress_chunk(c, true) from show_chunks('gpu_ledger.sample') c");
        test.execute("select compress_chunk(c, true) from show_chunks('gpu_ledger.holding') c");

        backlog.put(rows.subList(100, 300)).get(60, SECONDS);

        assertThat(writer.state()).isEqualTo(new Up());
        assertThat(WrittenValues.in(test)).isEqualTo(WrittenValues.of(rows));
    }

    @Test
    void a_replay_writes_no_row_anew() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));
        var rows = new RandomRows(new Random(1)).list(100);
        backlog.put(rows).get(60, SECONDS);
        var before = test.rows("select unit_id, ts, ctid, xmin from gpu_ledger.sample order by 1, 2");

        backlog.put(rows).get(60, SECONDS);

        assertThat(test.rows("select unit_id, ts, ctid, xmin from gpu_ledger.sample order by 1, 2"))
                .isEqualTo(before);
    }

    @Test
    void what_is_newer_than_all_before_is_copied_and_what_may_be_there_is_merged() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));

        backlog.put(List.of(row("a", NOW, 1))).get(60, SECONDS);
        assertThat(rows("merge")).isEqualTo(1);
        backlog.put(List.of(row("a", NOW + 1, 2), row("a", NOW + 2, 3))).get(60, SECONDS);
        assertThat(rows("copy")).isEqualTo(2);
        backlog.put(List.of(row("a", NOW + 2, 4), row("a", NOW + 3, 5))).get(60, SECONDS);
        assertThat(rows("copy")).isEqualTo(3);
        assertThat(rows("merge")).isEqualTo(2);
        assertThat(test.rows("select busy_ms from gpu_ledger.sample order by ts"))
                .containsExactly("1000", "2000", "4000", "5000");
    }

    @Test
    void what_somebody_else_wrote_meanwhile_is_merged_after_all() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));
        backlog.put(List.of(row("a", NOW, 1))).get(60, SECONDS);
        test.execute("insert into gpu_ledger.sample (unit_id, ts, busy_ms) select unit_id, ts + interval '1 s', 7"
                + " from gpu_ledger.sample");

        backlog.put(List.of(row("a", NOW + 1_000, 2), row("a", NOW + 2_000, 3))).get(60, SECONDS);

        assertThat(test.rows("select busy_ms from gpu_ledger.sample order by ts"))
                .containsExactly("1000", "2000", "3000");
    }

    @Test
    void a_row_that_the_database_refuses_is_left_out_and_the_rest_goes_on() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));
        var rows = new ArrayList<Row>();
        for (var i = 0; i < 50; i++) {
            rows.add(i == 33 ? row("with a \0 in it", NOW, 1) : row("gpu-" + i, NOW, 1));
        }
        rows.add(heldBy(row("a", NOW, 1), "p".repeat(100_000)));

        backlog.put(rows).get(60, SECONDS);

        assertThat(test.rows("select count(*) from gpu_ledger.sample")).containsExactly("49");
        assertThat(metrics.get("gpu.analyzer.rejected.rows")
                        .tag("reason", "database")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void values_that_no_device_has_are_left_out() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));
        var wrong = Values.of(Field.BUSY_SECONDS.bit() | Field.LATEST_XID.bit(), new double[] {9.3e18, 70_000});

        backlog.put(List.of(new Row(unit("a"), NOW, wrong, List.of(), List.of()), row("a", NOW, 5)))
                .get(60, SECONDS);

        assertThat(test.rows("select busy_ms, latest_xid from gpu_ledger.sample"))
                .containsExactly("5000|null");
        assertThat(metrics.get("gpu.analyzer.defective.values").counter().count())
                .isEqualTo(2);
    }

    @Test
    void rows_older_than_is_kept_or_from_the_future_are_refused_and_counted() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));

        backlog.put(List.of(
                        row("a", NOW - Duration.ofDays(15).toMillis(), 1),
                        row("a", NOW, 2),
                        row("a", NOW + Duration.ofDays(2).toMillis(), 3)))
                .get(60, SECONDS);

        assertThat(test.rows("select busy_ms from gpu_ledger.sample")).containsExactly("2000");
        assertThat(metrics.get("gpu.analyzer.rejected.rows")
                        .tag("reason", "too_old")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(metrics.get("gpu.analyzer.rejected.rows")
                        .tag("reason", "too_new")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void a_connection_that_is_cut_costs_nothing_but_time() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));
        backlog.put(List.of(row("a", NOW, 1))).get(60, SECONDS);

        test.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                + " where application_name = 'gpu-analyzer' and datname = current_database()");
        backlog.put(List.of(row("a", NOW + 1, 2))).get(60, SECONDS);

        assertThat(test.rows("select busy_ms from gpu_ledger.sample order by ts"))
                .containsExactly("1000", "2000");
    }

    @Test
    void a_read_only_database_is_waited_for_and_said() throws Exception {
        var test = fresh(Flavour.PLAIN);
        var writer = start(database(test));
        backlog.put(List.of(row("a", NOW, 1))).get(60, SECONDS);
        var name = test.rows("select current_database()").getFirst();
        test.execute("alter database " + name + " set default_transaction_read_only = on");
        test.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                + " where application_name = 'gpu-analyzer' and datname = current_database()");

        var written = backlog.put(List.of(row("b", NOW, 1)));
        await(() -> writer.state() instanceof Down down && down.because().contains("read-only"));
        assertThat(metrics.get("gpu.analyzer.database.up").gauge().value()).isZero();
        try (var connection = test.connect();
                var statement = connection.createStatement()) {
            statement.execute("set default_transaction_read_only = off");
            statement.execute("alter database " + name + " reset default_transaction_read_only");
        }
        written.get(60, SECONDS);

        assertThat(metrics.get("gpu.analyzer.database.up").gauge().value()).isOne();
        assertThat(test.rows("select count(*) from gpu_ledger.sample")).containsExactly("2");
    }

    @Test
    void an_exhausted_pool_is_waited_for() throws Exception {
        var test = fresh(Flavour.PLAIN);
        var limits = new Database.Limits(
                Duration.ofMillis(300), Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofSeconds(20));
        var database = closed(new Database(test.settings(), limits, metrics));
        database.migrate();
        var taken = new ArrayList<Session>();
        for (var i = 0; i < test.settings().connections(); i++) {
            taken.add(database.session());
        }
        var writer = start(database);
        var written = backlog.put(List.of(row("a", NOW, 1)));
        await(() -> writer.state() instanceof Down down && down.because().contains("in use"));

        for (var session : taken) {
            session.close();
        }

        written.get(60, SECONDS);
        assertThat(writer.state()).isEqualTo(new Up());
    }

    @Test
    void a_server_that_is_not_there_yet_is_waited_for() throws Exception {
        var nowhere = DatabaseSettings.embedded("jdbc:postgresql://127.0.0.1:1/nothing", "nobody", "");
        var writer = start(closed(new Database(nowhere, metrics)));

        var written = backlog.put(List.of(row("a", NOW, 1)));

        await(() -> writer.state() instanceof Down down && down.because().contains("cannot be reached"));
        assertThat(written).isNotDone();
        assertThat(metrics.get("gpu.analyzer.database.retries")
                        .tag("kind", "unreachable")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void a_day_that_somebody_dropped_is_made_again() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));
        backlog.put(List.of(row("a", NOW, 1))).get(60, SECONDS);
        test.execute("drop table gpu_ledger.sample_20261122");

        backlog.put(List.of(row("a", NOW + 1, 2))).get(60, SECONDS);

        assertThat(test.rows("select busy_ms from gpu_ledger.sample")).containsExactly("2000");
    }

    @Test
    void where_a_gpu_is_is_history() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));

        backlog.put(List.of(at("one", NOW), at("one", NOW + 1_000), at("two", NOW + 2_000)))
                .get(60, SECONDS);
        backlog.put(List.of(at("one", NOW - 5_000), at("two", NOW + 1_500))).get(60, SECONDS);

        assertThat(test.rows("select node, count(*) from gpu_ledger.v_sample group by 1 order by 1"))
                .containsExactly("one|3", "two|2");
        assertThat(test.rows("select count(*) from gpu_ledger.gpu_placement")).containsExactly("2");
    }

    @Test
    void a_unit_is_what_was_told_of_it_last_and_nothing_told_takes_nothing_away() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));
        var id = new UnitId("c", "GPU-1", Optional.of("3"));
        var full = new Unit(
                id,
                "n",
                Optional.of("0"),
                Optional.of("A100"),
                Optional.of("1g.5gb"),
                Optional.of("MIG-1"),
                Optional.of(1),
                Optional.of(1));
        var more = new Unit(
                id,
                "n",
                Optional.empty(),
                Optional.empty(),
                Optional.of("2g.10gb"),
                Optional.of("MIG-2"),
                Optional.of(2),
                Optional.empty());

        backlog.put(List.of(row(full, NOW, 1))).get(60, SECONDS);
        backlog.put(List.of(row(more, NOW + 3_600_000, 1))).get(60, SECONDS);
        backlog.put(List.of(row(full, NOW - 3_600_000, 1))).get(60, SECONDS);

        assertThat(test.rows("select gpu, instance, index, model, profile, instance_uuid, compute_slices,"
                        + " memory_slices, first_seen, last_seen from gpu_ledger.v_unit where instance is not null"))
                .containsExactly("GPU-1|3|0|A100|2g.10gb|MIG-2|2|1|2026-11-22 09:00:00+00|2026-11-22 11:00:00+00");
    }

    private static Unit instance(int slices) {
        return new Unit(
                new UnitId("c", "GPU-1", Optional.of("3")),
                "n",
                Optional.of("0"),
                Optional.of("A100"),
                Optional.of(slices + "g"),
                Optional.empty(),
                Optional.of(slices),
                Optional.empty());
    }

    private static final String LAYOUTS = """
        select case when isfinite(since) then (extract(epoch from since) * 1000)::bigint - %d end, value
        from gpu_ledger.unit_attribute where name = 'compute_slices' order by since
        """.formatted(NOW);

    @Test
    void what_a_unit_was_is_history_and_late_word_finds_its_place_in_it() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));

        backlog.put(List.of(row(instance(1), NOW, 1), row(instance(1), NOW + 4, 1)))
                .get(60, SECONDS);
        assertThat(test.rows(LAYOUTS)).isEmpty();
        backlog.put(List.of(row(instance(2), NOW + 8, 1))).get(60, SECONDS);
        assertThat(test.rows(LAYOUTS)).containsExactly("null|1", "8|2");
        backlog.put(List.of(row(instance(3), NOW + 2, 1), row(instance(2), NOW - 2, 1)))
                .get(60, SECONDS);
        assertThat(test.rows(LAYOUTS)).containsExactly("null|2", "0|1", "2|3", "4|1", "8|2");
        assertThat(test.rows("select profile from gpu_ledger.v_sample where instance = '3' order by ts"))
                .containsExactly("2g", "1g", "3g", "1g", "2g");
    }

    @Test
    void what_is_told_again_writes_nothing() throws Exception {
        var written = "select name, since, xmin::text from gpu_ledger.unit_attribute union all"
                + " select number, first_seen, xmin::text from gpu_ledger.instance union all"
                + " select uuid, first_seen, xmin::text from gpu_ledger.gpu order by 1, 2";
        var test = fresh(Flavour.PLAIN);
        start(database(test));
        backlog.put(List.of(row(instance(1), NOW, 1), row(instance(2), NOW + 5, 1)))
                .get(60, SECONDS);
        var before = test.rows(written);
        test.execute("delete from gpu_ledger.gpu_change");

        backlog.put(List.of(row(instance(2), NOW + 6, 1), row(instance(1), NOW + 2, 1), row(instance(2), NOW + 7, 1)))
                .get(60, SECONDS);

        assertThat(before).hasSize(6);
        assertThat(test.rows(written)).isEqualTo(before);
        assertThat(test.rows("select * from gpu_ledger.gpu_change")).isEmpty();
    }

    @Test
    void where_a_gpu_was_does_not_depend_on_what_was_told_first() throws Exception {
        var test = fresh(Flavour.PLAIN);
        start(database(test));

        backlog.put(List.of(at("one", NOW), at("one", NOW + 2), at("one", NOW + 9)))
                .get(60, SECONDS);
        backlog.put(List.of(at("two", NOW + 1))).get(60, SECONDS);

        assertThat(test.rows("""
            select n.name from gpu_ledger.gpu_placement p join gpu_ledger.node n on n.id = p.node_id order by p.since
            """)).containsExactly("one", "two", "one");
        assertThat(test.rows("select node, count(*) from gpu_ledger.v_sample group by 1 order by 1"))
                .containsExactly("one|3", "two|1");
    }

    private double rows(String path) {
        return metrics.get("gpu.analyzer.copy.rows")
                .tags("table", "sample", "path", path)
                .counter()
                .count();
    }

    private static Row at(String node, long millis) {
        return row(Unit.of(new UnitId("c", "a", Optional.empty()), node), millis, 1);
    }

    private static Row row(String gpu, long millis, double busy) {
        return row(unit(gpu), millis, busy);
    }

    private static Unit unit(String gpu) {
        return Unit.of(new UnitId("c", gpu, Optional.empty()), "node");
    }

    private static Row row(Unit unit, long millis, double busy) {
        return new Row(unit, millis, Values.of(Field.BUSY_SECONDS.bit(), new double[] {busy}), List.of(), List.of());
    }

    private static Row heldBy(Row row, String pod) {
        var random = new Random(1);
        var text = new StringBuilder();
        pod.chars().forEach(_ -> text.append((char) ('!' + random.nextInt(90))));
        var holding = new Holding(
                new Holder("ns", text.toString(), "main", Optional.empty()),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty());
        return new Row(row.unit(), row.millis(), row.values(), List.of(holding), List.of());
    }

    private TestDatabase fresh(Flavour flavour) throws DatabaseException {
        return closed(TestDatabase.fresh(flavour));
    }

    private Database database(TestDatabase test) {
        return closed(test.open(metrics));
    }

    private <T extends AutoCloseable> T closed(T part) {
        open.add(part);
        return part;
    }

    private SampleWriter start(Database database) {
        return start(database, Duration.ZERO);
    }

    private SampleWriter start(Database database, Duration gathering) {
        var backoff = new Backoff(Duration.ofMillis(10), Duration.ofMillis(50), new Random(1));
        var pace = new Pace(gathering, backoff);
        var retention = new Retention(Duration.ofDays(14), Timekeeper.trusting(CLOCK));
        return closed(SampleWriter.start(backlog, database, WrittenListener.nobody(), retention, pace, CLOCK, metrics));
    }

    private static void await(BooleanSupplier condition) {
        var deadline = System.nanoTime() + SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_does() throws Exception {
        var database = database(fresh(Flavour.PLAIN));
        Backlog worn = new Backlog() {
            @Override
            public Optional<Portion> next(int rowsMax, Duration patience) {
                throw new OutOfMemoryError("of the test");
            }

            @Override
            public void written(Portion portion) {
                throw new AssertionError("nothing was");
            }
        };
        try (var end = new EndOfThread()) {
            var retention = new Retention(Duration.ofDays(14), Timekeeper.trusting(CLOCK));
            var pace = Pace.usual(new Random(1));
            closed(SampleWriter.start(worn, database, WrittenListener.nobody(), retention, pace, CLOCK, metrics));
            end.awaitTold();
        }
    }
}
