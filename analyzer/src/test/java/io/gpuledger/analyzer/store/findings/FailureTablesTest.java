package io.gpuledger.analyzer.store.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.failures.Cause;
import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.failures.FailureReport;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FailureTablesTest {
    private static final Span BOTH = new Span(FixedBooks.BEFORE.from(), FixedBooks.WEEK.to());

    private static FixedBooks books;

    @BeforeAll
    static void write() throws DatabaseException, SchemaException {
        books = FixedBooks.fresh();
        FixedFindings.write(books.database());
    }

    @AfterAll
    static void close() {
        books.close();
    }

    private static FailureReport answer(Span window, String... cluster) {
        return new FailureTables(books.database())
                .answer(window, List.of(cluster).stream().findFirst());
    }

    @Test
    void what_failed_is_told_with_whom_it_hit_and_for_how_long() {
        var failure = answer(BOTH).failures().getFirst();

        assertThat(failure.cause()).isEqualTo(Cause.GPU);
        assertThat(failure.node().node()).isEqualTo("n2");
        assertThat(failure.pods()).containsExactly("speech/nb-0");
        assertThat(failure.millis(BOTH)).isEqualTo(24 * 3_600_000L);
    }

    @Test
    void what_began_outside_of_the_time_or_in_another_cluster_is_left_out() {
        assertThat(answer(FixedBooks.WEEK).failures()).hasSize(1);
        assertThat(answer(FixedBooks.BEFORE).failures()).isEmpty();
        assertThat(answer(FixedBooks.WEEK, "east").failures()).isEmpty();
        assertThat(answer(FixedBooks.WEEK, "west").failures())
                .extracting(Failure::cause)
                .containsExactly(Cause.GPU);
    }

    @Test
    void nodes_count_for_as_long_as_they_had_gpus() throws Exception {
        assertThat(answer(BOTH).all().nodeDays()).isEqualTo(2 * 14);

        try (var others = FixedBooks.fresh()) {
            others.execute("""
                update gpu_ledger.gpu set last_seen = '2026-11-20T11:00Z' where uuid in ('GPU-a', 'GPU-b');
                insert into gpu_ledger.gpu_placement (since, gpu_id, node_id)
                select '2026-11-18', g.id, n.id from gpu_ledger.gpu g, gpu_ledger.node n
                where g.uuid in ('GPU-c', 'GPU-d') and n.name = 'n1';
                """);
            var report = new FailureTables(others.database()).answer(BOTH, Optional.empty());

            // One was there for nine days alone, and for five more with what had been on the other.
            assertThat(report.all().nodeDays()).isEqualTo(14 + 9);
        }
    }

    @Test
    void a_fleet_of_which_nothing_is_known_has_no_failures() {
        var none = new FailureTables(books.database()).answer(new Span(0, 1_000), Optional.empty());

        assertThat(none.failures()).isEmpty();
        assertThat(none.all().per1000NodeDays()).isEmpty();
    }
}
