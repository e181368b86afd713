package io.gpuledger.analyzer.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UpkeepTest {
    private static final LocalDate TODAY = LocalDate.parse("2026-11-22");

    private static final RetentionSettings KEEPING =
            new RetentionSettings(Duration.ofDays(14), Duration.ofDays(20), 0.9);

    private final Retention retention = new Retention(Duration.ofDays(14), InstantSource.fixed(RandomRows.NOW));
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void days_that_are_over_are_dropped_and_others_stay(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            fill(test, database, 20);

            upkeep(database, Optional.empty()).hourly();

            assertThat(test.rows("select distinct ts::date from gpu_ledger.sample order by 1"))
                    .hasSize(15)
                    .startsWith("2026-11-08")
                    .endsWith("2026-11-22");
            assertThat(metrics.get("gpu.analyzer.dropped.days")
                            .tag("why", "age")
                            .counter()
                            .count())
                    .isEqualTo(6);
        }
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void the_oldest_days_go_when_the_disk_is_full_but_never_today(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            fill(test, database, 3);
            var fills = new ArrayDeque<>(List.of(0.95, 0.93, 0.89));

            upkeep(database, Optional.of(fills::remove)).makeRoom();

            assertThat(test.rows("select distinct ts::date from gpu_ledger.sample order by 1"))
                    .containsExactly("2026-11-21", "2026-11-22");
            assertThat(retention.from().toString()).isEqualTo("2026-11-21T00:00:00Z");

            upkeep(database, Optional.of(() -> 0.99)).makeRoom();

            assertThat(test.rows("select distinct ts::date from gpu_ledger.sample"))
                    .containsExactly("2026-11-22");
        }
    }

    /// Books of two weeks, until some days ago.
    @Test
    void books_that_are_too_old_are_dropped_with_their_sums_and_usages() throws Exception {
        try (var books = FixedBooks.fresh()) {
            var tables = List.of("entry", "hour_sum", "usage", "workload_sum", "usage_sum");
            for (var table : tables) {
                assertThat(oldest(books, table)).isEqualTo("2026-11-09");
            }
            var later = new Retention(Duration.ofDays(14), InstantSource.fixed(Instant.parse("2026-12-04T05:00:00Z")));

            new Upkeep(books.database(), later, KEEPING, Optional.empty(), metrics).hourly();

            for (var table : tables) {
                assertThat(oldest(books, table)).as(table).isEqualTo("2026-11-14");
            }
        }
    }

    private static String oldest(FixedBooks books, String table) throws SQLException {
        return books.rows("select min(hour)::date from gpu_ledger." + table).getFirst();
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
                try (var connection = database.connection()) {
                    start.await();
                    var own = new PartitionDays();
                    own.ensure(connection, days);
                    return own.present(connection);
                }
            };
            for (var made : threads.invokeAll(List.of(making, making))) {
                assertThat(made.get()).containsExactlyInAnyOrderElementsOf(days);
            }
        }
    }

    private Upkeep upkeep(Database database, Optional<Upkeep.Disk> disk) {
        return new Upkeep(database, retention, KEEPING, disk, metrics);
    }

    /// A row for today, and for as many days before.
    private static void fill(TestDatabase test, Database database, int days) throws SQLException, SchemaException {
        try (var connection = database.connection()) {
            Days.of(database.migrate())
                    .ensure(
                            connection,
                            TODAY.minusDays(days).datesUntil(TODAY.plusDays(1)).toList());
        }
        test.execute("insert into gpu_ledger.sample (unit_id, ts) select 1, timestamptz '2026-11-22 01:00+00'"
                + " - n * interval '1 day' from generate_series(0, " + days + ") n");
    }
}
