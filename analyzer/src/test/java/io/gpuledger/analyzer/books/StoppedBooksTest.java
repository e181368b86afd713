package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.gate.LogLines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// A program that is told to stop gives up the pass that is under way, and nobody is to be woken because of that.
@Isolated
class StoppedBooksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /// Flyway numbers its lock by the table in which it keeps what it has done.
    private static final long FLYWAYS_LOCK = 77431708279161L + "\"gpu_ledger\".\"flyway_schema_history\"".hashCode();

    @Test
    void a_pass_that_is_given_up_is_no_trouble() throws Exception {
        try (var log = LogLines.of(Books.class);
                var kept = Kept.at(Past.hour(1), Past.hour(1));
                var another = kept.connect();
                var statement = another.createStatement()) {
            kept.database().migrate();
            statement.execute("select pg_advisory_lock(" + FLYWAYS_LOCK + ")");
            var metrics = new SimpleMeterRegistry();
            var clock = Timekeeper.trusting(() -> Past.hour(1));
            var books = Books.start(kept.database(), kept.settings(), kept.settings()::reach, clock, metrics);
            awaitThatItWaitsForTheTables();

            books.close();

            assertThat(metrics.get("gpu.analyzer.books.failures").counter().count())
                    .isZero();
            assertThat(log.lines()).isEmpty();
        }
    }

    private static void awaitThatItWaitsForTheTables() {
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (Thread.getAllStackTraces().entrySet().stream()
                .noneMatch(thread -> thread.getKey().getName().equals("books")
                        && Arrays.stream(thread.getValue())
                                .anyMatch(frame -> frame.getClassName().endsWith(".RetryStrategy")))) {
            assertThat(System.nanoTime()).as("in time").isLessThan(until);
            LockSupport.parkNanos(5_000_000);
        }
    }
}
