package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Told;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InterruptionsRouteTest {
    private static final String PATH = "/api/v1/interruptions";
    private static final String TUESDAY = "?from=2026-11-17&to=2026-11-18";
    private static final Instant TEN = Instant.parse("2026-11-17T10:00:00Z");

    private final List<Statement> told = new ArrayList<>();
    private Site site;

    @BeforeEach
    void open() throws Exception {
        site = Site.ofEmptyBooks();
        ran("first", 8, TEN, "Job/train");
        tell(
                pod("first"),
                TEN.plus(Duration.ofMinutes(90)),
                "annotations",
                Pairs.text(Map.of("gpu_ledger_io_checkpoint", "2026-11-17T11:20:00Z")));
        tell(pod("first"), TEN.plus(Duration.ofHours(2)), "eviction", "PreemptionByScheduler", "phase", "Failed");
        gone("first", TEN.plus(Duration.ofHours(2)));
        ran("second", 8, TEN.plus(Duration.ofMinutes(135)), "Job/train");
        ran("queued", 4, TEN, "Job/sweep");
        gone("queued", TEN.plus(Duration.ofMinutes(61)));
        tell(
                ObjectId.named("c", Kind.WORKLOAD, "research", "job-sweep"),
                TEN,
                "owner",
                "Job/sweep",
                "condition.Evicted",
                "false");
        evict("job-sweep", "Job/sweep", "reason.Evicted", "Preempted", "reason.Preempted", "InCohortReclamation");
        ran("done", 1, TEN, "Job/sweep");
        tell(pod("done"), TEN.plus(Duration.ofMinutes(62)), "phase", "Succeeded");
        write();
    }

    private void write() throws DatabaseException {
        try (var session = site.database().session()) {
            new StatementWriter(session).write(told);
        }
        told.clear();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static ObjectId pod(String name) {
        return ObjectId.pod("c", "research", name, "uid-of-" + name);
    }

    private void tell(ObjectId object, Instant at, String... namesAndValues) {
        told.add(Told.part(object, at.toEpochMilli(), namesAndValues));
    }

    /// Kueue evicts a workload at eleven.
    private void evict(String workload, String owner, String... why) {
        var at = TEN.plus(Duration.ofHours(1));
        var object = ObjectId.named("c", Kind.WORKLOAD, "research", workload);
        tell(object, at, "owner", owner, "condition.Evicted", "true");
        tell(object, at, why);
    }

    private void gone(String name, Instant at) {
        told.add(new Gone(pod(name), at.toEpochMilli()));
    }

    private void ran(String name, int gpus, Instant at, String owner) {
        tell(
                pod(name),
                at,
                "created",
                at.toString(),
                "request.main.nvidia.com/gpu",
                String.valueOf(gpus),
                "owner",
                owner,
                "node",
                "n1",
                "condition.PodScheduled",
                "true",
                "phase",
                "Running");
    }

    @Test
    void who_was_interrupted_is_told_with_what_that_cost() throws Exception {
        var total = site.data(PATH + TUESDAY).path("total");

        assertThat(total.path("pods").asInt()).isEqualTo(4);
        assertThat(total.path("interruptions").asInt()).isEqualTo(2);
        // 40 minutes of 8 GPUs since the checkpoint, and 61 minutes of 4.
        assertThat(total.path("lost_gpu_hours").asDouble()).isEqualTo(9.4);
        var hours = 2 + 11.75 + 61 / 60.0 + 62 / 60.0;
        assertThat(total.path("gpu_pod_hours").asDouble()).isEqualTo(Math.round(hours * 1e3) / 1e3);
        assertThat(total.path("per_1000_gpu_pod_hours").asDouble()).isEqualTo(Math.round(2e6 / hours) / 1e3);
        assertThat(total.path("again_pods").asInt()).isEqualTo(2);
        assertThat(total.path("again_waiting").asInt()).isEqualTo(1);
        assertThat(total.path("again_p50_seconds").asDouble()).isEqualTo(900);
        assertThat(total.path("again_p90_seconds").isNull()).isTrue();
        assertThat(reasons()).containsExactly("Kueue/InCohortReclamation 1", "PreemptionByScheduler 1");
    }

    private List<String> reasons() throws IOException, InterruptedException {
        return site.data(PATH + TUESDAY)
                .path("total")
                .path("reasons")
                .valueStream()
                .map(reason -> reason.path("reason").asText() + " "
                        + reason.path("interruptions").asInt())
                .toList();
    }

    @Test
    void a_set_of_jobs_is_evicted_with_all_its_jobs() throws Exception {
        ran("worker", 2, TEN, "Job/set-workers-0");
        gone("worker", TEN.plus(Duration.ofMinutes(61)));
        tell(controller("Job/set-workers-0"), TEN, "owner", "JobSet/set");
        // Owners that own each other are no reason to look for more of them for ever.
        tell(controller("JobSet/set"), TEN, "owner", "Job/set-workers-0");
        evict("jobset-set", "JobSet/set", "reason.Evicted", "PodsReadyTimeout");
        write();

        assertThat(reasons())
                .containsExactly("Kueue/InCohortReclamation 1", "Kueue/PodsReadyTimeout 1", "PreemptionByScheduler 1");
    }

    private static ObjectId controller(String name) {
        return ObjectId.named("c", Kind.CONTROLLER, "research", name);
    }

    @Test
    void it_is_told_apart_by_what_pods_have() throws Exception {
        var data = site.data(PATH + TUESDAY + "&by=size");

        assertThat(data.path("rows"))
                .extracting(row -> row.path("size").asText() + " "
                        + row.path("interruptions").asInt())
                .containsExactly("5-8 1", "2-4 1", "1 0");
        assertThat(site.data(PATH + TUESDAY + "&by=team&size=1")
                        .path("total")
                        .path("pods")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void a_day_on_which_nothing_happened_has_nothing() throws Exception {
        var total = site.data(PATH + "?from=2026-11-10&to=2026-11-11").path("total");
        assertThat(total.path("pods").asInt()).isZero();
        assertThat(total.path("per_1000_gpu_pod_hours").isNull()).isTrue();
    }

    @Test
    void pages_of_one_are_the_whole() throws Exception {
        assertThat(Walk.ofPages(site::get, PATH, TUESDAY + "&by=size,team")).isGreaterThan(1);
    }
}
