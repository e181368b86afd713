package io.gpuledger.analyzer.store.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.stranded.ExpectedPod;
import io.gpuledger.analyzer.stranded.Lens;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LensTablesTest {
    private static final long DAY = 86_400_000;
    private static final long TODAY = Instant.parse("2026-03-20T00:00:00Z").toEpochMilli();
    private static final Span WINDOW = new Span(TODAY + 3_600_000, TODAY + DAY / 2);
    private static final String GPU = "nvidia.com/gpu";
    private static final String SPEC = """
        {"nodeSelector":{"pool":"%s"},
        "containers":[{"name":"%s","resources":{"requests":{"cpu":"8","nvidia.com/gpu":"%d"}}}]}\
        """;

    private TestDatabase test;
    private Database database;
    /// The days of which others were expected than before, at the last update.
    private List<Span> changed = List.of();

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
        tell(
                ObjectId.named("c", Kind.NODE, "n1"),
                -30,
                "allocatable." + GPU,
                "8",
                "allocatable.nvidia.com/mig-1g.5gb",
                "7");
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private void tell(ObjectId object, double day, String... namesAndValues) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(Told.part(object, at(day), namesAndValues)));
        }
    }

    private static long at(double day) {
        return TODAY + Math.round(day * DAY);
    }

    /// Tells of a pod that was on a node from one day until another, counted from today.
    private void ran(String name, double from, double to, int gpus, String spec) throws Exception {
        var pod = ObjectId.pod("c", "ns-" + name.charAt(0), name, "uid-of-" + name);
        tell(
                pod,
                from,
                "node",
                "n1",
                "started",
                Instant.ofEpochMilli(at(from)).toString(),
                "phase",
                "Running",
                "request.main." + GPU,
                String.valueOf(gpus));
        if (!spec.isEmpty()) {
            tell(pod, from, "spec", spec);
        }
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(new Gone(pod, at(to))));
        }
    }

    private Lens updated(long settled, long now) throws Exception {
        return updated(settled, Long.MAX_VALUE, now);
    }

    private Lens updated(long settled, long past, long now) throws Exception {
        try (var session = test.session()) {
            var tables = new LensTables(session);
            changed = tables.update("c", WINDOW, settled, past, now);
            var lens = tables.lenses("c", WINDOW).at(WINDOW.from()).orElse(Lens.EMPTY);
            session.commit();
            return lens;
        }
    }

    private Lens lens() throws Exception {
        return updated(TODAY - DAY, TODAY);
    }

    private static List<Long> gpus(Lens lens) {
        return lens.pods().stream().map(pod -> pod.ask().requests().get(GPU)).toList();
    }

    @Test
    void pods_count_by_their_gpu_time_and_what_is_a_week_older_counts_half() throws Exception {
        ran("a", -1, 0, 4, SPEC.formatted("a", "main", 4));
        ran("b", -8, -7, 8, SPEC.formatted("a", "main", 8));

        var parts = lens().pods().stream().map(ExpectedPod::part).toList();

        assertThat(gpus(lens())).containsExactlyInAnyOrder(4L, 8L);
        assertThat(parts.getFirst()).isCloseTo(0.5, within(1e-4));
    }

    @Test
    void only_the_fewest_kinds_count_that_had_most_of_the_time() throws Exception {
        ran("a", -1, 0, 8, SPEC.formatted("a", "main", 8));
        ran("b", -1, 0, 4, SPEC.formatted("a", "main", 4));
        ran("c", -1, -0.9, 1, SPEC.formatted("a", "main", 1));

        assertThat(gpus(lens())).containsExactly(8L, 4L);
    }

    @Test
    void pods_are_of_one_kind_where_nodes_make_no_difference_between_them() throws Exception {
        ran("a", -2, -1, 2, SPEC.formatted("a", "main", 2));
        ran("b", -1, 0, 2, SPEC.formatted("a", "another-name", 2));
        ran("c", -1, 0, 2, SPEC.formatted("b", "main", 2));

        var lens = lens();

        assertThat(lens.pods()).hasSize(2);
        assertThat(lens.pods().getFirst().ask().selector()).containsEntry("pool", "a");
        assertThat(lens.pods().getFirst().namespaces()).containsExactly("ns-a", "ns-b");
    }

    @Test
    void a_pod_of_which_only_its_requests_are_known_goes_anywhere() throws Exception {
        ran("a", -2, -1, 2, "");

        var pod = lens().pods().getFirst();

        assertThat(pod.ask().requests()).containsEntry(GPU, 2L);
        assertThat(pod.ask().selector()).isEmpty();
        assertThat(pod.ask().tolerations()).hasSize(1);
    }

    @Test
    void what_is_longer_ago_than_two_weeks_or_comes_later_says_nothing() throws Exception {
        ran("a", -20, -14.5, 8, SPEC.formatted("a", "main", 8));
        ran("b", -1, 0, 2, SPEC.formatted("a", "main", 2));
        ran("c", 0.1, 0.4, 4, SPEC.formatted("a", "main", 4));

        assertThat(gpus(lens())).containsExactly(2L);
    }

    @Test
    void before_any_pod_came_the_usual_sizes_are_expected_and_those_that_wait() throws Exception {
        tell(
                ObjectId.pod("c", "lab", "waits", "uid-of-waits"),
                -1,
                "phase",
                "Pending",
                "request.main." + GPU,
                "3",
                "spec",
                SPEC.formatted("a", "main", 3));

        var lens = lens();

        assertThat(lens.pods().stream().map(pod -> pod.ask().requests()).map(Object::toString))
                .containsExactly(
                        "{cpu=8000, nvidia.com/gpu=3}",
                        "{nvidia.com/gpu=1}",
                        "{nvidia.com/gpu=2}",
                        "{nvidia.com/gpu=4}",
                        "{nvidia.com/gpu=8}",
                        "{nvidia.com/mig-1g.5gb=1}");
    }

    @Test
    void what_was_expected_stands_as_soon_as_an_hour_of_the_day_is_settled() throws Exception {
        ran("a", -1, 0, 2, SPEC.formatted("a", "main", 2));
        assertThat(gpus(lens())).containsExactly(2L);

        ran("b", -2, 0, 8, SPEC.formatted("a", "main", 8));

        assertThat(gpus(updated(TODAY + 3_600_000, TODAY + DAY))).containsExactly(2L);
        assertThat(gpus(updated(TODAY, TODAY + DAY))).containsExactly(8L, 2L);
    }

    @Test
    void a_settled_day_is_found_out_anew_while_the_past_is_coming_in_and_it_is_said_where_that_changes_it()
            throws Exception {
        var settled = TODAY + 3_600_000;
        ran("a", -1, 0, 2, SPEC.formatted("a", "main", 2));
        lens();
        assertThat(changed).isEmpty();

        ran("b", -2, 0, 8, SPEC.formatted("a", "main", 8));
        assertThat(gpus(updated(settled, TODAY + DAY, TODAY + DAY))).containsExactly(2L);
        assertThat(gpus(updated(settled, TODAY - 3 * DAY, TODAY + DAY))).containsExactly(8L, 2L);
        assertThat(changed).containsExactly(new Span(TODAY, TODAY + DAY));

        // More of the same kind makes no difference to anybody.
        ran("c", -3, 0, 8, SPEC.formatted("a", "main", 8).replace("main", "other"));
        updated(settled, TODAY - 3 * DAY, TODAY + 2 * DAY);
        assertThat(changed).containsExactly(new Span(TODAY, TODAY + DAY));
        updated(settled, TODAY - 3 * DAY, TODAY + 3 * DAY);
        assertThat(changed).isEmpty();
    }

    @Test
    void who_uses_a_rare_kind_of_gpu_is_expected_as_well_as_who_uses_the_usual_one() throws Exception {
        tell(ObjectId.named("c", Kind.NODE, "n2"), -30, "labels", "{\"nvidia_com_gpu_product\":\"Tesla-T4\"}");
        ran("a", -10, 0, 8, SPEC.formatted("a", "main", 8));
        var rare = ObjectId.pod("c", "ns-t", "t", "uid-of-t");
        tell(
                rare,
                -0.2,
                "node",
                "n2",
                "started",
                Instant.ofEpochMilli(at(-0.2)).toString(),
                "request.main." + GPU,
                "1",
                "spec",
                SPEC.formatted("t4", "main", 1));

        assertThat(gpus(lens())).containsExactly(8L, 1L);
    }
}
