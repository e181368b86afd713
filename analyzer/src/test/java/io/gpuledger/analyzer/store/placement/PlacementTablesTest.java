package io.gpuledger.analyzer.store.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.interruption.Tally;
import io.gpuledger.analyzer.placement.Crowd;
import io.gpuledger.analyzer.placement.Layout;
import io.gpuledger.analyzer.placement.NodeHours;
import io.gpuledger.analyzer.placement.NodeSum;
import io.gpuledger.analyzer.placement.PlacementReport;
import io.gpuledger.analyzer.placement.WorkloadSum;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.findings.FixedFindings;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PlacementTablesTest {
    private static final NodeHours NOTHING = new NodeHours(0, 0, 0, 0, 0, 0);
    private static final long MINUTE = 60_000;

    private static FixedBooks books;

    @BeforeAll
    static void write() throws Exception {
        books = FixedBooks.fresh();
        FixedFindings.write(books.database());
        FixedGang.write(books);
    }

    @AfterAll
    static void close() {
        books.close();
    }

    private static PlacementReport answer(Span window, String... cluster) {
        return new PlacementTables(books.database())
                .answer(window, List.of(cluster).stream().findFirst());
    }

    private static NodeHours hours(long nodes, long gpus, long held, long stranded, long fragmented) {
        return new NodeHours(
                0, nodes, gpus * Hour.MILLIS, held * Hour.MILLIS, stranded * Hour.MILLIS, fragmented * Hour.MILLIS);
    }

    @Test
    void nodes_that_few_share_are_told_with_what_a_failure_took_of_them() {
        // Two pods of two workloads for 128 hours; a GPU is lost for 24 of them. One of the two goes on alone.
        assertThat(answer(FixedBooks.WEEK, "west").nodes())
                .containsExactly(
                        new NodeSum(Crowd.NONE, NOTHING, 0, 0, 0, 0, 0),
                        new NodeSum(Crowd.ONE, hours(38, 76, 38, 20, 0), 0, 0, 0, 0, 0),
                        new NodeSum(Crowd.FEW, hours(128, 256, 256, 0, 0), 1, 1, 1, 24 * Hour.MILLIS, 0),
                        new NodeSum(Crowd.MANY, NOTHING, 0, 0, 0, 0, 0));
    }

    @Test
    void work_that_a_failure_took_along_is_counted_with_its_node() {
        assertThat(answer(FixedBooks.WEEK, "east").nodes())
                .containsExactly(
                        new NodeSum(Crowd.NONE, hours(2, 4, 0, 0, 0), 0, 0, 0, 0, 0),
                        new NodeSum(Crowd.ONE, hours(72, 144, 74, 4, 4), 1, 1, 1, 40 * MINUTE, 122 * MINUTE),
                        new NodeSum(Crowd.FEW, hours(100, 200, 200, 0, 0), 0, 0, 0, 0, 0),
                        new NodeSum(Crowd.MANY, NOTHING, 0, 0, 0, 0, 0));
    }

    @Test
    void a_job_is_spread_in_an_hour_and_packed_in_the_next() {
        assertThat(answer(FixedBooks.WEEK).workloads())
                .containsExactly(
                        new WorkloadSum(
                                Layout.PACKED,
                                1,
                                Optional.of(2),
                                4 * Hour.MILLIS,
                                2 * Hour.MILLIS,
                                new Tally.Sum(1, 200 * MINUTE)),
                        new WorkloadSum(
                                Layout.SPREAD,
                                1,
                                Optional.of(4),
                                4 * Hour.MILLIS,
                                110 * MINUTE,
                                new Tally.Sum(1, 122 * MINUTE)));
    }

    @Test
    void all_node_hours_and_all_gpu_time_of_the_books_are_there() throws Exception {
        var both = new Span(FixedBooks.BEFORE.from(), FixedBooks.WEEK.to());
        var report = answer(both);

        assertThat(report.window()).isEqualTo(new Span(both.from(), both.to() - 2 * Hour.MILLIS));
        assertThat(books.rows("select count(distinct (hour, node_id)), sum(millis), sum(millis) filter (where owner_id"
            + " is not null), sum(millis) filter (where state = 'stranded') from gpu_ledger.entry where hour <"
            + " '2026-11-22T22:00Z'"))
                .containsExactly("%d|%d|%d|%d"
                        .formatted(
                                report.nodes().stream()
                                        .mapToLong(sum -> sum.nodes().hours())
                                        .sum(),
                                report.nodes().stream()
                                        .mapToLong(sum -> sum.nodes().millis())
                                        .sum(),
                                report.nodes().stream()
                                        .mapToLong(sum -> sum.nodes().held())
                                        .sum(),
                                report.nodes().stream()
                                        .mapToLong(sum -> sum.nodes().stranded())
                                        .sum()));
    }

    @Test
    void hours_that_are_not_settled_are_left_out() {
        var end = Instant.parse("2026-11-22T22:00:00Z").toEpochMilli();

        assertThat(answer(new Span(end, FixedBooks.WEEK.to())))
                .isEqualTo(PlacementReport.of(new Span(end, end), List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void of_books_that_are_empty_nothing_is_told() throws Exception {
        try (var empty = FixedBooks.empty()) {
            var report = new PlacementTables(empty.database()).answer(FixedBooks.WEEK, Optional.empty());

            assertThat(report.window().isEmpty()).isTrue();
            assertThat(report.nodes()).extracting(NodeSum::nodes).containsOnly(NOTHING);
        }
    }
}
