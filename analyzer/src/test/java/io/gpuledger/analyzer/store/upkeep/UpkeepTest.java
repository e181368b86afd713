package io.gpuledger.analyzer.store.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.store.samples.RandomRows;
import io.gpuledger.gate.EndOfThread;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UpkeepTest {
    private static final LocalDate TODAY = LocalDate.parse("2026-11-22");

    private static final RetentionSettings KEEPING =
            new RetentionSettings(Duration.ofDays(14), Duration.ofDays(20), 0.9);

    private final Retention retention =
            new Retention(Duration.ofDays(14), Timekeeper.trusting(InstantSource.fixed(RandomRows.NOW)));
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void days_that_are_over_are_dropped_and_others_stay(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            fill(test, database, 20);

            var upkeep = upkeep(database, Optional.empty());
            upkeep.hourly();
            assertThat(test.rows("select distinct ts::date from gpu_ledger.sample"))
                    .as("a day at a time")
                    .hasSize(20);
            for (var hours = 0; hours < 10; hours++) {
                upkeep.hourly();
            }

            assertThat(test.rows("select distinct ts::date from gpu_ledger.sample order by 1"))
                    .hasSize(15)
                    .startsWith("2026-11-08")
                    .endsWith("2026-11-22");
            assertThat(metrics.get("gpu.analyzer.day.drops")
                            .tag("why", "age")
                            .counter()
                            .count())
                    .isEqualTo(6);
        }
    }

    @Test
    void days_are_dropped_and_measured_where_timescale_is_off_the_search_path() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.TIMESCALE)) {
            test.execute("create schema \"Of chunks\"; create extension timescaledb schema \"Of chunks\"");
            try (var database = test.migrated()) {
                fill(test, database, 20);

                upkeep(database, Optional.empty()).hourly();

                assertThat(test.rows("select distinct ts::date from gpu_ledger.sample"))
                        .hasSize(15);
                assertThat(metrics.get("gpu.analyzer.database.bytes")
                                .tag("table", "sample")
                                .gauge()
                                .value())
                        .isPositive();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void the_oldest_day_goes_when_the_disk_is_full_one_a_round_but_never_today(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            fill(test, database, 3);
            var upkeep = upkeep(database, full(0.95, 0.93, 0.89, 0.99, 0.98));

            upkeep.makeRoom();
            assertThat(days(test)).containsExactly("2026-11-20", "2026-11-21", "2026-11-22");
            assertThat(retention.from()).isEqualTo(Instant.parse("2026-11-20T00:00:00Z"));
            upkeep.makeRoom();
            upkeep.makeRoom();
            assertThat(days(test)).containsExactly("2026-11-21", "2026-11-22");
            upkeep.makeRoom();
            upkeep.makeRoom();
            assertThat(days(test)).containsExactly("2026-11-22");
            assertThat(held("none_left")).isEqualTo(1);
        }
    }

    @Test
    void no_other_day_goes_when_the_last_one_has_made_no_room() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.migrated()) {
            fill(test, database, 3);
            var upkeep = upkeep(database, full(0.93, 0.93, 0.95, 0.93, 0.92));

            for (var rounds = 0; rounds < 4; rounds++) {
                upkeep.makeRoom();
            }

            assertThat(days(test)).containsExactly("2026-11-20", "2026-11-21", "2026-11-22");
            assertThat(held("not_freed")).isEqualTo(3);
            upkeep.makeRoom();
            assertThat(days(test)).as("now that it has").containsExactly("2026-11-21", "2026-11-22");
        }
    }

    @Test
    void no_day_goes_when_others_fill_the_disk() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.migrated()) {
            fill(test, database, 3);
            var terabyte = 1_000_000_000_000L;
            var upkeep = upkeep(database, Optional.of(() -> new Disk.Room(terabyte, terabyte / 100 * 95)));

            upkeep.makeRoom();
            upkeep.makeRoom();

            assertThat(days(test)).hasSize(4);
            assertThat(held("others")).isEqualTo(2);
            assertThat(retention.isOver(TODAY.minusDays(3))).isFalse();
        }
    }

    /// A disk of which the database is a good part, and how full it is from round to round.
    private static Optional<Disk> full(double... parts) {
        var fills = new ArrayDeque<Double>();
        Arrays.stream(parts).forEach(fills::add);
        var total = 20_000_000L;
        return Optional.of(() -> new Disk.Room(total, Math.round(fills.remove() * total)));
    }

    private double held(String why) {
        return metrics.get("gpu.analyzer.disk.holds").tag("why", why).counter().count();
    }

    private static List<String> days(TestDatabase test) throws DatabaseException {
        return test.rows("select distinct ts::date from gpu_ledger.sample order by 1");
    }

    /// A machine may boot with a clock that is wrong by more than a year.
    @Test
    void a_clock_of_next_year_drops_nothing() throws Exception {
        var now = RandomRows.NOW;
        var clock = new Timekeeper(InstantSource.fixed(now.plus(Duration.ofDays(401))), () -> 0);
        var wrong = new Retention(Duration.ofDays(14), clock);
        try (var books = FixedBooks.fresh();
                var test = TestDatabase.plain();
                var database = test.migrated()) {
            fill(test, database, 10);
            var disk = full(0.95, 0.95);
            var ofSamples = new Upkeep(database, wrong, alone(database, wrong), KEEPING, disk, metrics);
            var ofBooks = new Upkeep(
                    books.database(), wrong, alone(books.database(), wrong), KEEPING, Optional.empty(), metrics);
            var oldest = oldest(books, "entry");

            ofSamples.hourly();
            ofSamples.makeRoom();
            ofBooks.hourly();
            assertThat(days(test)).as("while nobody bears it out").hasSize(11);
            assertThat(wrong.from()).isEqualTo(Instant.EPOCH);

            clock.dated("node-1", now);
            ofSamples.hourly();
            ofBooks.hourly();
            assertThat(days(test)).as("while targets say another time").hasSize(11);
            assertThat(oldest(books, "entry")).isEqualTo(oldest);
            assertThat(wrong.from()).isEqualTo(now.minus(Duration.ofDays(14)));
            assertThat(wrong.doubt()).contains(Duration.ofDays(401));
        }
    }

    /// Books of two weeks, until some days ago.
    @Test
    void books_that_are_too_old_are_dropped_with_their_sums_and_usages() throws Exception {
        try (var books = FixedBooks.fresh()) {
            var tables = List.of(
                    "entry",
                    "hour_sum",
                    "span_sum",
                    "summed_span",
                    "usage",
                    "workload_sum",
                    "usage_sum",
                    "shared_node_sum");
            for (var table : tables) {
                assertThat(oldest(books, table)).isEqualTo("2026-11-09");
            }
            for (var day : List.of("2026-12-05", "2026-12-06")) {
                var at = InstantSource.fixed(Instant.parse(day + "T05:00:00Z"));
                var later = new Retention(Duration.ofDays(14), Timekeeper.trusting(at));

                new Upkeep(books.database(), later, alone(books.database(), later), KEEPING, Optional.empty(), metrics)
                        .hourly();

                for (var table : tables) {
                    assertThat(oldest(books, table))
                            .as(table)
                            .isEqualTo(day.equals("2026-12-05") ? "2026-11-09" : "2026-11-16");
                }
            }
            assertThat(books.rows("select relname from pg_class where relname ~ '^(entry|usage)_20.*[0-9]$'"
                            + " and relkind = 'r' order by 1"))
                    .containsExactly("entry_20261116", "usage_20261116");
        }
    }

    @Test
    void what_units_were_before_samples_are_kept_is_forgotten() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.migrated()) {
            test.execute("""
                insert into gpu_ledger.unit_attribute (unit_id, name, since, value) values
                    (1, 'model', '-infinity', 'a'), (1, 'model', '2026-11-01', 'b'), (1, 'model', '2026-11-02', 'c'),
                    (1, 'model', '2026-11-20', 'd'),
                    (2, 'model', '-infinity', 'a'), (2, 'model', '2026-11-02', 'b'),
                    (2, 'profile', '-infinity', 'a'), (2, 'profile', '2026-11-20', 'b')
                """);

            upkeep(database, Optional.empty()).hourly();

            assertThat(test.rows("""
                select unit_id, name, case when isfinite(since) then since::date else since end, value
                from gpu_ledger.unit_attribute order by 1, 2, since
                """))
                    .containsExactly(
                            "1|model|-infinity|c",
                            "1|model|2026-11-20 00:00:00+00|d",
                            "2|profile|-infinity|a",
                            "2|profile|2026-11-20 00:00:00+00|b");
        }
    }

    @Test
    void what_a_pod_was_long_ago_is_forgotten_but_that_it_was_ready_for_the_first_time() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.migrated()) {
            test.execute("insert into gpu_ledger.cluster (name) values ('c')");
            test.execute("""
                insert into gpu_ledger.object (cluster_id, kind, namespace, name, uid, first_seen, last_seen)
                select id, 'pod', 'n', 'p', 'u', '2026-01-01', '2026-11-22' from gpu_ledger.cluster
                """);
            test.execute("""
                insert into gpu_ledger.attribute (object_id, name, since, value)
                select id, 'condition.Ready', since::timestamptz, value
                from gpu_ledger.object
                cross join (values ('2026-01-01', 'false'), ('2026-01-02', 'true'), ('2026-02-01', 'false'),
                    ('2026-02-02', 'true'), ('2026-03-01', 'false'), ('2026-11-21', 'true')) as told (since, value)
                """);

            upkeep(database, Optional.empty()).hourly();

            assertThat(test.rows("select since::date, value from gpu_ledger.attribute order by since"))
                    .containsExactly("2026-01-02|true", "2026-03-01|false", "2026-11-21|true");
        }
    }

    private static String oldest(FixedBooks books, String table) throws DatabaseException {
        return books.rows("select min(hour)::date from gpu_ledger." + table).getFirst();
    }

    @Test
    void what_says_the_same_again_goes_once_no_past_is_read() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.migrated()) {
            test.execute("""
                insert into gpu_ledger.cluster (name) values ('c');
                insert into gpu_ledger.object (cluster_id, kind, namespace, name, uid, first_seen, last_seen)
                select id, 'node', '', 'n', '', '2026-11-01', '2026-11-22' from gpu_ledger.cluster;
                insert into gpu_ledger.attribute (object_id, name, since, value)
                select id, 'cordoned', told.since, told.value
                from gpu_ledger.object, (values
                    (timestamptz '2026-11-09', 'false'), ('2026-11-15', 'true'), ('2026-11-16', 'true'),
                    ('2026-11-17', null), ('2026-11-18', null), ('2026-11-19', 'true')) told (since, value)
                """);
            var left = "select since::date, value from gpu_ledger.attribute order by since";
            var upkeep = upkeep(database, Optional.empty());

            retention.keepLonger(Duration.ofDays(28));
            upkeep.hourly();
            assertThat(test.rows(left)).as("while one is read").hasSize(6);

            retention.keepAsUsual();
            upkeep.hourly();
            assertThat(test.rows(left))
                    .containsExactly("2026-11-09|false", "2026-11-15|true", "2026-11-17|null", "2026-11-19|true");
        }
    }

    @Test
    void books_are_kept_for_as_long_as_the_samples_that_they_were_made_of() {
        assertThat(new RetentionSettings(Duration.ofDays(14), Duration.ofDays(3), 0.9).entries())
                .isEqualTo(Duration.ofDays(14));
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void the_room_that_tables_take_is_measured(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            fill(test, database, 1);
            test.execute("analyze");

            upkeep(database, Optional.empty()).hourly();

            assertThat(metrics.get("gpu.analyzer.database.bytes")
                            .tag("table", "sample")
                            .gauge()
                            .value())
                    .isGreaterThan(8_000);
            assertThat(metrics.get("gpu.analyzer.database.rows")
                            .tag("table", "sample")
                            .gauge()
                            .value())
                    // Of a day that was compressed in between, nothing is known yet.
                    .isBetween(1.0, 2.0);
        }
    }

    @Test
    void two_who_make_the_same_days_at_once_take_turns() throws Exception {
        try (var test = TestDatabase.fresh(Flavour.PLAIN);
                var database = test.migrated();
                var threads = Executors.newFixedThreadPool(2)) {
            var start = new CyclicBarrier(2);
            var days = List.of(TODAY, TODAY.minusDays(400), TODAY.plusDays(1));
            Callable<List<LocalDate>> making = () -> {
                try (var session = database.session()) {
                    start.await();
                    var own = Days.of(Flavour.PLAIN);
                    own.ensure(session, days);
                    return own.present(session);
                }
            };
            for (var made : threads.invokeAll(List.of(making, making))) {
                assertThat(made.get()).containsExactlyInAnyOrderElementsOf(days);
            }
        }
    }

    @Test
    void a_stop_waits_for_the_round_under_way() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.open();
                var turn = test.session()) {
            TestDatabase.lockTables(turn);
            var upkeep =
                    Upkeep.start(database, retention, alone(database, retention), KEEPING, Optional.empty(), metrics);
            await(() -> !test.rows("select from pg_locks where locktype = 'advisory' and not granted"
                            + " and database = (select oid from pg_database where datname = current_database())")
                    .isEmpty());
            var stopped = new CountDownLatch(1);
            var stopping = Thread.ofPlatform().start(() -> {
                upkeep.close();
                stopped.countDown();
            });

            await(() -> stopping.getState() == Thread.State.TIMED_WAITING);
            assertThat(stopped.getCount()).isEqualTo(1);
            turn.rollback();

            stopping.join();
            assertThat(test.rows("select count(*) from gpu_ledger.sample")).containsExactly("0");
        }
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        var deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private static PastReaders alone(Database database, Retention retention) {
        return new PastReaders(database, retention, "");
    }

    private Upkeep upkeep(Database database, Optional<Disk> disk) {
        return new Upkeep(database, retention, alone(database, retention), KEEPING, disk, metrics);
    }

    /// Writes a row for today, and for as many days before.
    private static void fill(TestDatabase test, Database database, int days) throws DatabaseException, SchemaException {
        try (var session = database.session()) {
            Days.of(database.migrate())
                    .ensure(
                            session,
                            TODAY.minusDays(days).datesUntil(TODAY.plusDays(1)).toList());
        }
        test.execute("insert into gpu_ledger.sample (unit_id, ts) select 1, timestamptz '2026-11-22 01:00+00'"
                + " - n * interval '1 day' from generate_series(0, " + days + ") n");
    }

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_does() throws Exception {
        var isWorn = new AtomicBoolean();
        var clock = Timekeeper.trusting(() -> {
            if (isWorn.get()) {
                throw new OutOfMemoryError("of the test");
            }
            return RandomRows.NOW;
        });
        var worn = new Retention(Duration.ofDays(14), clock);
        isWorn.set(true);
        try (var end = new EndOfThread();
                var test = TestDatabase.fresh(Flavour.PLAIN);
                var database = test.migrated();
                var _ = Upkeep.start(database, worn, alone(database, worn), KEEPING, Optional.empty(), metrics)) {
            end.awaitTold();
        }
    }
}
