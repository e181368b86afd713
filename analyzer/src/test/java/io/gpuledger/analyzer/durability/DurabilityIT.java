package io.gpuledger.analyzer.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The short forms of what analyzer/measure.sh does: each kind of kill once, half a minute without a database, and some
/// kills while books are kept, while a Prometheus is read and while letters are mailed. They run side by side, as each
/// waits more than it computes.
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 1_200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DurabilityIT {
    @TempDir
    private Path folder;

    @Test
    void what_was_acknowledged_survives_kills() throws IOException, InterruptedException {
        var seed = ThreadLocalRandom.current().nextLong(1_000_000);
        report(Kills.run(folder, Kills.Kind.values().length, seed, Traffic.light()));
    }

    @Test
    void what_was_acknowledged_while_the_database_was_away_is_stored_in_order()
            throws IOException, InterruptedException {
        report(Outage.run(folder, Duration.ofSeconds(30), Traffic.light()));
    }

    @Test
    void the_books_are_the_same_whatever_is_killed_while_they_are_kept() throws IOException, InterruptedException {
        var seed = ThreadLocalRandom.current().nextLong(1_000_000);
        report(BooksKills.run(folder, 4, seed, new SentPast.Plan(2, 1, Duration.ofMinutes(2), seed)));
    }

    @Test
    void the_books_of_what_a_prometheus_kept_are_those_of_what_was_written_whatever_is_killed_while_it_is_read()
            throws IOException, InterruptedException {
        var seed = ThreadLocalRandom.current().nextLong(1_000_000);
        report(ReadKills.run(folder, 5, seed, new SentPast.Plan(2, 2, Duration.ofMinutes(1), seed)));
    }

    @Test
    void the_books_of_three_analyzers_are_those_of_one_whichever_of_them_dies_or_stands_still()
            throws IOException, InterruptedException {
        var seed = ThreadLocalRandom.current().nextLong(1_000_000);
        var plan = new SentPast.Plan(2, 1, Duration.ofMinutes(2), seed);
        report(Takeovers.run(folder, 5, seed, plan, Duration.ofMinutes(1)));
    }

    @Test
    void targets_that_are_shared_out_are_scraped_by_others_when_an_analyzer_dies()
            throws IOException, InterruptedException {
        var seed = ThreadLocalRandom.current().nextLong(1_000_000);
        var plan = new SharedTargets.Plan(4, Duration.ofSeconds(2), Duration.ofSeconds(2), false);
        report(SharedTargets.run(folder, 5, seed, plan, Duration.ofMinutes(1)));
    }

    @Test
    void a_database_is_copied_row_by_row_however_often_the_copy_is_killed() throws IOException, InterruptedException {
        report(CopyKills.run(folder, 300_000));
    }

    @Test
    void each_letter_is_sent_once_whenever_its_sender_is_killed() throws Exception {
        report(MailKills.run(6, ThreadLocalRandom.current().nextLong(1_000_000), 60));
    }

    private static void report(Result result) {
        System.out.print(result.text());
        assertThat(result.good()).as(result.text()).isTrue();
    }
}
