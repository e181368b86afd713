package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GangsRouteTest {
    private static final String TUESDAY = "/api/v1/gangs?from=2026-11-17&to=2026-11-18";
    private static final Instant MIDNIGHT = Instant.parse("2026-11-17T00:00:00Z");

    private final List<Statement> told = new ArrayList<>();
    private Site site;

    /// Two Jobs of a set have 16 GPUs for ten hours, saved at nine; then for as many from eleven on. Others have their
    /// GPUs one by one, or serve.
    @BeforeEach
    void open() throws Exception {
        site = Site.ofEmptyBooks();
        for (var job : List.of("a", "b")) {
            var name = ObjectId.named("c", Kind.CONTROLLER, "ai", "Job/" + job);
            told.add(Told.part(name, MIDNIGHT.toEpochMilli(), "owner", "JobSet/train"));
            runs("first-" + job, 8, 0, 10, "Job/" + job);
            runs("second-" + job, 8, 11, 21, "Job/" + job);
            runs("serve-" + job, 8, 0, 20, "Deployment/serve");
            runs("alone-" + job, 8, job.equals("a") ? 0 : 10, job.equals("a") ? 10 : 20, "Job/alone");
        }
        told.add(Told.part(
                pod("first-a"),
                hour(9),
                "annotations",
                Pairs.text(Map.of("gpu_ledger_io_checkpoint", "2026-11-17T09:00:00Z"))));
        runs("wide-0", 16, 2, 4, "Job/wide");
        runs("wide-1", 16, 5, 6, "Job/wide");
        try (var session = site.database().session()) {
            new StatementWriter(session).write(told);
        }
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static long hour(int hour) {
        return MIDNIGHT.plus(Duration.ofHours(hour)).toEpochMilli();
    }

    private static ObjectId pod(String name) {
        return ObjectId.pod("c", "ai", name, "uid-of-" + name);
    }

    private void runs(String name, int gpus, int from, int to, String owner) {
        told.add(Told.part(
                pod(name),
                hour(from),
                "created",
                Instant.ofEpochMilli(hour(from)).toString(),
                "request.main.nvidia.com/gpu",
                String.valueOf(gpus),
                "owner",
                owner,
                "node",
                "n1",
                "condition.PodScheduled",
                "true",
                "phase",
                "Running"));
        told.add(Told.part(pod(name), hour(to), "phase", "Failed"));
        told.add(new Gone(pod(name), hour(to) + 60_000));
    }

    private List<String> told(String query) throws Exception {
        return site.data(TUESDAY + query)
                .path("gangs")
                .valueStream()
                .map(gang -> "%s on %s: %s, %s"
                        .formatted(
                                gang.path("workload").asText(),
                                gang.path("gpus"),
                                gang.path("whole"),
                                gang.path("effective")))
                .toList();
    }

    @Test
    void jobs_on_many_gpus_are_told_of_with_what_of_their_time_was_effective() throws Exception {
        assertThat(told("")).containsExactly("JobSet/train on 16: 0.9524, 0.9048", "Job/wide on 16: 0.75, null");

        var train = site.data(TUESDAY).path("gangs").get(0);
        assertThat(train.path("elapsed_gpu_hours").asDouble()).isEqualTo(16 * 21);
        assertThat(train.path("broken_gpu_hours").asDouble()).isEqualTo(16);
        assertThat(train.path("lost_gpu_hours").asDouble()).isEqualTo(16);
        assertThat(train.path("breaks").asInt()).isEqualTo(1);
        assertThat(train.path("began").asText()).isEqualTo("2026-11-17T00:00:00Z");
        assertThat(train.path("ended").asText()).isEqualTo("2026-11-17T21:00:00Z");
    }

    @Test
    void one_asks_for_smaller_ones_and_for_some() throws Exception {
        assertThat(told("&gpus=8")).contains("Job/alone on 8: 1.0, 1.0");
        assertThat(told("&namespace=other")).isEmpty();
        assertThat(told("&limit=1")).hasSize(1);
        assertThat(site.data(TUESDAY + "&limit=1").path("count").asInt()).isEqualTo(2);
    }

    @Test
    void the_table_has_the_same() throws Exception {
        assertThat(site.get(TUESDAY + "&format=csv").body().lines())
                .hasSize(3)
                .anyMatch(line -> line.contains("JobSet/train,16,2026-11-17T00:00:00Z,2026-11-17T21:00:00Z"));
    }

    @Test
    void pages_of_one_are_the_whole() throws Exception {
        assertThat(Walk.ofPages(site::get, "/api/v1/gangs", "?from=2026-11-17&to=2026-11-18"))
                .isGreaterThan(1);
    }
}
