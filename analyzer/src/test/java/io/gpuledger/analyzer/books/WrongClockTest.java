package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.telemetry.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A clock that goes wrong while the books are kept, and what it leaves behind.
class WrongClockTest {
    private static final int HOURS = 14;
    private static final Duration AHEAD = Duration.ofHours(3);
    /// It runs for long by then.
    private static final Instant NOW = Past.hour(6);

    private static final Past PAST = Past.told("""
        node n1 h100 2
        pod train vision on n1/0 from 1h to 12h doing 60%
        """, HOURS);

    private Instant now = NOW.minus(Duration.ofHours(2));
    private Duration wrong = Duration.ZERO;

    /// Returns a timekeeper of a machine whose clock differs from the true time by `wrong`.
    private Timekeeper keeper() {
        return new Timekeeper(() -> now.plus(wrong), () -> now.toEpochMilli());
    }

    private static List<Row> rows(Instant from, Instant to) {
        return PAST.rows().stream()
                .filter(row -> row.millis() >= from.toEpochMilli() && row.millis() < to.toEpochMilli())
                .toList();
    }

    private void goTo(Kept kept, Timekeeper keeper, Instant instant) throws Exception {
        kept.tell(rows(now, instant), List.of());
        now = instant;
        keeper.dated("n1", now);
        kept.pass();
    }

    private Kept kept(Timekeeper keeper) throws Exception {
        var kept = Kept.at(NOW, Past.hour(HOURS));
        kept.restart(keeper);
        kept.tell(rows(Past.hour(0), now), List.of());
        goTo(kept, keeper, NOW);
        assertThat(settledUntil(kept)).isEqualTo("04:00");
        return kept;
    }

    private static String settledUntil(Kept kept) throws Exception {
        return kept.rows("select to_char(max(until) - timestamptz '%s', 'HH24:MI') from gpu_ledger.booked"
                        .formatted(Past.hour(0)))
                .getFirst();
    }

    private static List<State> present(Kept kept) {
        return kept.keeper().present().entries().stream()
                .map(entry -> entry.entry().account().state())
                .distinct()
                .sorted()
                .toList();
    }

    private List<String> undisturbed() throws Exception {
        try (var kept = Kept.at(NOW, Past.hour(HOURS))) {
            kept.tell(PAST.rows(), List.of());
            kept.passAt(Past.hour(HOURS));
            return kept.settled();
        }
    }

    private void assertThatInTheEndItIsAsIfItHadNotBeen(Kept kept, Timekeeper keeper) throws Exception {
        for (var hour = 7; hour <= HOURS; hour++) {
            goTo(kept, keeper, Past.hour(hour));
        }
        goTo(kept, keeper, Past.hour(HOURS).plus(Duration.ofMinutes(3)));
        now = Past.hour(HOURS);
        assertThat(kept.settled()).isEqualTo(undisturbed());
        assertThat(kept.sumsThatAreOff()).isEmpty();
    }

    @Test
    void a_clock_that_is_ahead_for_a_while_settles_nothing_and_leaves_nothing_behind() throws Exception {
        var keeper = keeper();
        try (var kept = kept(keeper)) {
            wrong = AHEAD;
            goTo(kept, keeper, NOW.plusSeconds(25));
            assertThat(settledUntil(kept)).isEqualTo("04:00");

            wrong = Duration.ZERO;
            goTo(kept, keeper, NOW.plusSeconds(60));
            assertThat(present(kept)).contains(State.USED, State.FREE);
            assertThatInTheEndItIsAsIfItHadNotBeen(kept, keeper);
        }
    }

    @Test
    void a_clock_that_is_ahead_from_the_start_settles_nothing_either() throws Exception {
        try (var kept = kept(keeper())) {
            for (var ahead : List.of(AHEAD, Duration.ofDays(401))) {
                wrong = ahead;
                var another = keeper();
                kept.restart(another);
                kept.pass();
                assertThat(settledUntil(kept))
                        .as("before any target has said its time")
                        .isEqualTo("04:00");
                goTo(kept, another, now.plusSeconds(20));
                assertThat(settledUntil(kept)).isEqualTo("04:00");
            }
            wrong = Duration.ZERO;
            var right = keeper();
            kept.restart(right);
            goTo(kept, right, now.plusSeconds(20));
            assertThat(present(kept)).contains(State.USED, State.FREE);
            assertThatInTheEndItIsAsIfItHadNotBeen(kept, right);
        }
    }

    /// The hours were settled too early by an analyzer that believed a clock that was ahead.
    @Test
    void what_was_settled_too_early_is_open_again() throws Exception {
        var keeper = keeper();
        try (var kept = kept(keeper)) {
            wrong = AHEAD;
            kept.restart(Timekeeper.trusting(InstantSource.fixed(now.plus(wrong))));
            kept.pass();
            assertThat(settledUntil(kept)).isEqualTo("07:00");

            wrong = Duration.ZERO;
            kept.restart(keeper);
            goTo(kept, keeper, NOW.plusSeconds(60));
            assertThat(settledUntil(kept)).isEqualTo("04:00");
            assertThat(present(kept)).contains(State.USED, State.FREE);
            assertThatInTheEndItIsAsIfItHadNotBeen(kept, keeper);
        }
    }

    @Test
    void a_clock_that_is_behind_for_a_while_opens_nothing_and_loses_nothing() throws Exception {
        var keeper = keeper();
        try (var kept = kept(keeper)) {
            for (var behind : List.of(AHEAD, Duration.ofDays(401))) {
                wrong = behind.negated();
                goTo(kept, keeper, now.plusSeconds(25));
                assertThat(settledUntil(kept)).isEqualTo("04:00");
            }
            wrong = Duration.ZERO;
            goTo(kept, keeper, now.plusSeconds(10));
            assertThat(present(kept)).contains(State.USED, State.FREE);
            assertThatInTheEndItIsAsIfItHadNotBeen(kept, keeper);
        }
    }
}
