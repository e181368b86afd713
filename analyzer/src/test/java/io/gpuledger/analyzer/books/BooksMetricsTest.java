package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.books.Pass.Outcome;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.ledger.Account;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BooksMetricsTest {
    private static BookedEntry minute(State state) {
        var account = new Account(state, Optional.empty(), Optional.empty(), Optional.empty(), false);
        return new BookedEntry(
                new Entry(new UnitId("east", "GPU-a", Optional.empty()), 0, account, 60_000),
                false,
                Optional.empty(),
                "H100",
                Optional.empty(),
                Optional.empty());
    }

    private static double counted(Kept kept, Instant at) throws Exception {
        var registry = new SimpleMeterRegistry();
        var clock = Timekeeper.trusting(() -> at);
        try (var books =
                new Books(kept.database(), Keeper.only(), kept.settings(), kept.settings()::reach, clock, registry)) {
            books.pass();
        }
        return registry.find("gpu.ledger.gpu.seconds").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static double settled(Kept kept) throws Exception {
        return Double.parseDouble(
                kept.rows("select coalesce(sum(millis), 0) / 1000.0 from gpu_ledger.entry where settled")
                        .getFirst());
    }

    @Test
    void what_came_late_waits_until_all_of_it_is_booked() {
        var registry = new SimpleMeterRegistry();
        var metrics = new BooksMetrics(registry, Keeper.only(), () -> Instant.EPOCH);
        var waiting = registry.get("gpu.analyzer.books.waiting").gauge();
        metrics.late(3);
        assertThat(waiting.value()).isEqualTo(3);

        var then = metrics.marks();
        metrics.waiting(0, then);
        assertThat(waiting.value()).isZero();

        metrics.late(2);
        metrics.waiting(0, then);
        assertThat(waiting.value()).isEqualTo(2);
    }

    @Test
    void an_account_that_has_no_GPU_any_more_has_none() {
        var registry = new SimpleMeterRegistry();
        var metrics = new BooksMetrics(registry, Keeper.only(), () -> Instant.EPOCH);
        for (var state : List.of(State.IDLE, State.FREE)) {
            metrics.passed(
                    new Outcome(List.of(minute(state)), new Settled(new Span(0, 0), Set.of())), Instant.EPOCH, 1);
        }

        assertThat(registry.get("gpu.ledger.gpus").tag("state", "idle").gauge().value())
                .isZero();
        assertThat(registry.get("gpu.ledger.gpus").tag("state", "free").gauge().value())
                .isEqualTo(1);
    }

    @Test
    void hours_that_are_settled_by_the_first_pass_after_a_start_are_counted_but_for_the_very_first() throws Exception {
        var past = Past.of(5, 1, 12, 60);
        try (var kept = Kept.at(Instant.ofEpochSecond(Past.BEGIN), past.end())) {
            kept.tell(past.rows(), past.statements());

            assertThat(counted(kept, past.end().minus(Duration.ofHours(4)))).isZero();
            var before = settled(kept);
            assertThat(before).isPositive();

            var counted = counted(kept, past.end().plus(Duration.ofHours(2)));
            assertThat(counted).isEqualTo(settled(kept) - before).isPositive();
        }
    }
}
