package io.gpuledger.analyzer.store.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.gpuledger.analyzer.failures.Cause;
import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.failures.FailureReport;
import io.gpuledger.analyzer.failures.Rate;
import io.gpuledger.analyzer.failures.Variant;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FailureTablesTest {
    private static final Span BOTH = new Span(FixedBooks.BEFORE.from(), FixedBooks.WEEK.to());

    private static final long DAY = 86_400_000;
    private static final long FOURTH_DAY = FixedBooks.WEEK.from() + 3 * DAY;

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
    void nodes_are_told_apart_by_what_their_gpus_run_on_and_for_how_long() {
        var variants = new FailureTables(books.database()).variants(BOTH, Optional.of("west"));

        assertThat(variants)
                .filteredOn(variant -> variant.name().model().equals(Optional.of("NVIDIA A100-SXM4-80GB")))
                .extracting(
                        variant -> variant.name().value(),
                        Variant::nodes,
                        Variant::since,
                        Variant::own,
                        Variant::before)
                .containsExactly(
                        tuple("580.95.05", 1, FOURTH_DAY, new Rate(1, 4 * DAY), new Rate(0, 10 * DAY)),
                        tuple("570.124.06", 0, BOTH.from(), new Rate(0, 10 * DAY), new Rate(0, 0)));
    }

    @Test
    void a_gpu_that_moves_takes_what_it_runs_on_along() throws Exception {
        try (var others = FixedBooks.fresh()) {
            FixedFindings.write(others.database());
            others.execute("""
                insert into gpu_ledger.node (cluster_id, name)
                select id, 'n3' from gpu_ledger.cluster where name = 'east';
                insert into gpu_ledger.gpu_placement (since, gpu_id, node_id)
                select '2026-11-18', g.id, n.id from gpu_ledger.gpu g, gpu_ledger.node n
                where g.uuid = 'GPU-b' and n.name = 'n3';
                """);
            var variants = new FailureTables(others.database()).variants(BOTH, Optional.of("east"));

            assertThat(variants.stream().filter(variant -> variant.name().trait() == Trait.VBIOS))
                    .extracting(
                            variant -> variant.name().value(),
                            Variant::nodes,
                            variant -> variant.own().nodeDays())
                    .containsExactly(
                            tuple("97.00", 1, 5.0), tuple("<96.00>", 1, 5.0), tuple("97.00 + <96.00>", 0, 9.0));
        }
    }

    @Test
    void a_fleet_of_which_nothing_is_known_has_no_failures() {
        var none = new FailureTables(books.database()).answer(new Span(0, 1_000), Optional.empty());

        assertThat(none.failures()).isEmpty();
        assertThat(none.all().per1000NodeDays()).isEmpty();
    }

    @Test
    void a_job_whose_nodes_fail_together_is_named_with_how_many_it_is_on() throws Exception {
        try (var others = FixedBooks.fresh()) {
            others.execute("""
                insert into gpu_ledger.node (cluster_id, name)
                select c.id, 'job-' || g from gpu_ledger.cluster c, generate_series(1, 5) g where c.name = 'east';
                insert into gpu_ledger.gpu (id, cluster_id, uuid, first_seen, last_seen)
                select 100 + g, c.id, 'GPU-job-' || g, '2026-11-09', '2026-11-23'
                from gpu_ledger.cluster c, generate_series(1, 5) g where c.name = 'east';
                insert into gpu_ledger.gpu_placement (since, gpu_id, node_id)
                select '2026-11-09', 100 + g, n.id
                from gpu_ledger.node n, generate_series(1, 5) g where n.name = 'job-' || g;
                insert into gpu_ledger.workload (cluster_id, namespace, kind, name)
                select id, 'ai', 'JobSet', 'wide' from gpu_ledger.cluster where name = 'east';
                insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod)
                select w.cluster_id, w.id, 'ai', 'wide-' || g
                from gpu_ledger.workload w, generate_series(1, 4) g where w.name = 'wide';
                insert into gpu_ledger.entry
                    (hour, gpu_id, node_id, owner_id, sku_id, millis, state, estimated, settled)
                select '2026-11-17T05:00Z', 100 + g, n.id, o.id, s.id, 3600000, 'used', false, true
                from generate_series(1, 4) g
                join gpu_ledger.node n on n.name = 'job-' || g
                join gpu_ledger.owner o on o.pod = 'wide-' || g
                cross join (select min(id) as id from gpu_ledger.sku) s;
                insert into gpu_ledger.finding
                    (cluster, node, gpu, instance, kind, detail, severity, opened, closed, told, evidence, action,
                    holders, lost_ms)
                select 'east', 'job-' || g, 'GPU-job-' || g, '', 'gpu_lost', '', 'critical',
                    '2026-11-17T05:10Z'::timestamptz + g * interval '1 minute', '2026-11-17T07:00Z',
                    '2026-11-17T07:00Z', '', '', array['ai/wide-' || g], 0
                from generate_series(1, 3) g;
                """);
            var report = new FailureTables(others.database()).answer(BOTH, Optional.empty());

            assertThat(report.together())
                    .extracting(one -> "%s %s: %d of %d"
                            .formatted(one.kind(), one.name(), one.failures().size(), one.nodes()))
                    .containsExactly("job ai/JobSet/wide: 3 of 4");
        }
    }
}
