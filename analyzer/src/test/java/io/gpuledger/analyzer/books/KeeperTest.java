package io.gpuledger.analyzer.books;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.KeepersLock.Answer;
import io.gpuledger.analyzer.store.writer.Pace;
import io.gpuledger.analyzer.store.writer.QueuedBacklog;
import io.gpuledger.analyzer.store.writer.SampleWriter;
import io.gpuledger.analyzer.telemetry.Row;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// Of two analyzers on a database one keeps the books.
class KeeperTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String END_KEEPER = """
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and objid = hashtext('keeper')::oid and granted
            and database = (select oid from pg_database where datname = current_database())
        """;

    private static final String SETTLED_UNTIL =
            "select distinct to_char(until at time zone 'utc', 'HH24') from gpu_ledger.booked";

    /// Books on a thread of their own, and what they say of themselves.
    private record Running(Books books, SimpleMeterRegistry metrics) implements AutoCloseable {
        static Running of(Kept kept, Instant now) {
            var metrics = new SimpleMeterRegistry();
            var settings = kept.settings();
            var often = new BooksSettings(Duration.ofSeconds(1), settings.reach(), settings.rules());
            return new Running(
                    Books.start(kept.database(), often, often::reach, Timekeeper.trusting(() -> now), metrics),
                    metrics);
        }

        boolean keeps() {
            return metrics.get("gpu.analyzer.books.kept").gauge().value() == 1;
        }

        long passes() {
            return metrics.get("gpu.analyzer.books.passes").timer().count();
        }

        double behind() {
            return metrics.get("gpu.analyzer.books.behind").gauge().value();
        }

        @Override
        public void close() {
            books.close();
        }
    }

    private static void await(BooleanSupplier condition) {
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void the_second_keeps_none_and_takes_over_when_the_first_goes() throws Exception {
        var past = Past.of(37, 1, 3, 60);
        try (var kept = Kept.at(past.end(), past.end());
                var first = Running.of(kept, past.end())) {
            kept.tell(past.rows(), past.statements());
            await(() -> first.keeps() && first.passes() > 1);
            try (var second = Running.of(kept, past.end())) {
                await(second.books()::areKeptElsewhere);
                var passes = first.passes();
                await(() -> first.passes() > passes + 1);
                assertThat(second.keeps()).isFalse();
                assertThat(second.passes()).isZero();
                assertThat(second.behind()).as("no alert is raised of it").isNaN();

                first.books().close();
                await(() -> second.keeps() && second.passes() > 0);
                assertThat(second.books().present().entries()).isNotEmpty();
                assertThat(kept.sumsThatAreOff()).isEmpty();
            }
        }
    }

    @Test
    void who_loses_its_session_loses_the_books_until_it_has_them_again() throws Exception {
        try (var kept = Kept.at(Past.hour(1), Past.hour(1));
                var first = Running.of(kept, Past.hour(1))) {
            await(first::keeps);
            try (var second = Running.of(kept, Past.hour(1))) {
                await(second.books()::areKeptElsewhere);
                assertThat(kept.rows(END_KEEPER)).containsExactly("t");
                var passes = first.passes() + second.passes();
                await(() -> first.passes() + second.passes() > passes + 2 && first.keeps() != second.keeps());
            }
        }
    }

    @Test
    void what_the_second_takes_in_late_the_first_books() throws Exception {
        var past = Past.of(37, 1, 12, 60);
        var later = past.end().plus(Duration.ofHours(3));
        var late = late(past);
        try (var kept = Kept.at(past.end(), past.end());
                var other = Kept.at(past.end(), past.end());
                var lock = kept.database().keepersLock()) {
            assertThat(lock.ask()).isEqualTo(Answer.OURS);
            var keeper = Keeper.by(kept.database().keepersLock());
            assertThat(keeper.ask()).isFalse();
            var second = books(kept, keeper, Timekeeper.trusting(() -> later));
            kept.database().migrate();
            second.written().written(List.of(), List.of());

            kept.tell(early(past), past.statements());
            kept.passAt(later);
            try (var writer = writer(kept, second, past.end())) {
                writer.tell(late);
            }
            kept.passAt(later.plus(Duration.ofHours(2)));

            other.tell(past.rows(), past.statements());
            other.passAt(later.plus(Duration.ofHours(2)));
            assertThat(kept.settled()).isEqualTo(other.settled()).isNotEmpty();
            assertThat(kept.sumsThatAreOff()).isEmpty();
            keeper.close();
        }
    }

    /// Its session has ended, which it has not noticed yet when it writes.
    @Test
    void who_stood_still_while_another_settled_hours_notes_what_it_writes_then_as_late() throws Exception {
        var past = Past.of(37, 1, 12, 60);
        var later = past.end().plus(Duration.ofHours(3));
        var late = late(past);
        try (var kept = Kept.at(past.end(), past.end());
                var other = Kept.at(past.end(), past.end());
                var lock = kept.database().keepersLock()) {
            kept.database().migrate();
            var keeper = Keeper.by(kept.database().keepersLock());
            assertThat(keeper.ask()).isTrue();
            var first = books(kept, keeper, Timekeeper.trusting(() -> later));
            first.written().written(List.of(), List.of());
            kept.rows(END_KEEPER);
            assertThat(lock.ask()).isEqualTo(Answer.OURS);

            kept.tell(early(past), past.statements());
            kept.passAt(later);
            assertThat(first.areKeptHere()).isTrue();
            try (var writer = writer(kept, first, past.end())) {
                writer.tell(late);
            }
            assertThat(kept.rows("select true from gpu_ledger.unbooked")).isNotEmpty();
            assertThatThrownBy(first::pass)
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("another");
            kept.passAt(later.plus(Duration.ofHours(2)));

            other.tell(past.rows(), past.statements());
            other.passAt(later.plus(Duration.ofHours(2)));
            assertThat(kept.settled()).isEqualTo(other.settled()).isNotEmpty();
            keeper.close();
        }
    }

    /// Its own clock counts only after it has stood for an hour.
    @Test
    void who_has_just_begun_to_keep_the_books_goes_by_what_others_were_told() throws Exception {
        var past = Past.of(37, 1, 12, 60);
        var half = Past.hour(6).toEpochMilli();
        try (var kept = Kept.at(past.end(), past.end());
                var keeper = Keeper.by(kept.database().keepersLock())) {
            kept.tell(past.rows().stream().filter(row -> row.millis() < half).toList(), past.statements());
            assertThat(keeper.ask()).isTrue();
            var books = books(kept, keeper, new Timekeeper(past::end, () -> 0));
            books.pass();
            var before = kept.rows(SETTLED_UNTIL);
            assertThat(before).containsExactly("04");

            kept.tell(past.rows().stream().filter(row -> row.millis() >= half).toList(), List.of());
            books.pass();
            assertThat(kept.rows(SETTLED_UNTIL)).containsExactly("10");
        }
    }

    /// The second may have read a past, which it keeps for as long as anything of it waits.
    @Test
    void the_second_knows_whether_what_it_took_in_is_booked() throws Exception {
        var past = Past.of(37, 1, 12, 60);
        var later = past.end().plus(Duration.ofHours(3));
        var late = late(past);
        try (var kept = Kept.at(past.end(), past.end());
                var lock = kept.database().keepersLock()) {
            assertThat(lock.ask()).isEqualTo(Answer.OURS);
            kept.tell(early(past), past.statements());
            kept.passAt(later);
            try (var second = Running.of(kept, later);
                    var writer = writer(kept, second.books(), past.end())) {
                await(second.books()::areKeptElsewhere);
                await(second.books()::isUpToDate);
                writer.tell(late);
                assertThat(second.books().isUpToDate()).isFalse();

                kept.passAt(later.plus(Duration.ofHours(2)));
                await(second.books()::isUpToDate);
            }
        }
    }

    /// Returns the rows of a past that are told only when the others are booked.
    private static List<Row> late(Past past) {
        return past.rows().subList(past.rows().size() / 3, past.rows().size() / 2);
    }

    private static List<Row> early(Past past) {
        var late = late(past);
        return past.rows().stream().filter(row -> !late.contains(row)).toList();
    }

    private static Books books(Kept kept, Keeper keeper, Timekeeper clock) {
        return new Books(
                kept.database(), keeper, kept.settings(), kept.settings()::reach, clock, new SimpleMeterRegistry());
    }

    private record Writer(QueuedBacklog backlog, SampleWriter writer) implements AutoCloseable {
        void tell(List<Row> rows) throws Exception {
            backlog.put(rows, List.of()).get(120, SECONDS);
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    private static Writer writer(Kept kept, Books books, Instant end) {
        var backlog = new QueuedBacklog();
        var pace = new Pace(Duration.ofMillis(1), Pace.usual(new Random(1)).backoff());
        var retention = new Retention(Duration.ofDays(30), Timekeeper.trusting(() -> end));
        return new Writer(
                backlog,
                SampleWriter.start(
                        backlog,
                        kept.database(),
                        books.written(),
                        retention,
                        pace,
                        () -> end,
                        new SimpleMeterRegistry()));
    }
}
