package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.pods.LensTables;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.time.Span;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrandedRouteTest {
    private static final Instant NOW = FixedBooks.NOW;
    private static final String PATH = "/api/v1/stranded";
    private static final String GPU = "nvidia.com/gpu";

    private static Site site;

    @BeforeAll
    static void tell() throws Exception {
        site = Site.ofFixedBooks();
        var statements = new ArrayList<Statement>();
        for (var name : List.of("s1", "s2", "s3")) {
            statements.add(told(
                    ObjectId.named("north", Kind.NODE, name),
                    60,
                    "allocatable." + GPU,
                    "8",
                    "allocatable.cpu",
                    "64",
                    "allocatable.memory",
                    "549755813888",
                    "allocatable.pods",
                    "110",
                    "labels",
                    "{\"nvidia_com_gpu_product\":\"NVIDIA-H100-80GB-HBM3\"}"));
        }
        statements.add(told(ObjectId.named("north", Kind.NODE, "s3"), 60, "taint.dedicated:NoSchedule", "vision"));
        statements.add(
                told(ObjectId.named("north", Kind.OTHER_PODS, "s1"), 60, "request.cpu", "61", "request.pods", "20"));
        var came = ObjectId.pod("north", "lab", "came", "uid-of-came");
        statements.add(told(
                came,
                60 * 24 * 3,
                "node",
                "s1",
                "started",
                NOW.minus(Duration.ofDays(3)).toString(),
                "request.main." + GPU,
                "2",
                "spec",
                """
                {"containers":[{"name":"main","resources":{"requests":{"cpu":"16","nvidia.com/gpu":"2"}}}]}\
                """));
        statements.add(new Statement.Gone(came, NOW.minus(Duration.ofDays(2)).toEpochMilli()));
        try (var session = site.database().session()) {
            new StatementWriter(session).write(statements);
        }
        try (var session = site.database().session()) {
            var millis = NOW.toEpochMilli();
            new LensTables(session).update("north", new Span(millis - 1, millis + 1), 0, Long.MAX_VALUE, millis);
            session.commit();
        }
    }

    @AfterAll
    static void close() {
        site.close();
    }

    private static Statement told(ObjectId object, int minutesAgo, String... namesAndValues) {
        return Told.part(object, NOW.minus(Duration.ofMinutes(minutesAgo)).toEpochMilli(), namesAndValues);
    }

    private static List<String> sums(JsonNode answer) {
        var sums = new ArrayList<String>();
        answer.path("sums")
                .forEach(sum -> sums.add("%s %s"
                        .formatted(
                                sum.path("cause").asText(),
                                sum.path("expected_gpus").asText())));
        return sums;
    }

    @Test
    void what_nobody_holds_adds_up_by_cause() throws IOException, InterruptedException {
        assertThat(sums(site.data(PATH + "?cluster=north")))
                .containsExactly("null 8", "host_cpu 8", "taint_mismatch 8");
    }

    /// The pods that are expected want two GPUs and 16 cores. One node has eight GPUs left and three cores. That
    /// nobody tolerates the taint of another one is no part of the measure.
    @Test
    void fragments_are_told_by_cluster_and_node_and_by_what_the_node_lacks() throws IOException, InterruptedException {
        var data = site.data("/api/v1/fragmentation?cluster=north&limit=1");

        assertThat(data.path("clusters").toString())
                .isEqualTo("[{\"cluster\":\"north\",\"idle_gpus\":24,\"fragment_gpus\":8,\"ratio\":0.333,"
                        + "\"fitting_gpus\":16,\"too_few_gpus\":0,\"too_few_cores\":8,\"too_few_of_both\":0,"
                        + "\"other_model\":0}]");
        assertThat(data.path("count").asInt()).isEqualTo(3);
        assertThat(data.path("nodes").findValuesAsText("node")).containsExactly("s1");
        assertThat(data.path("nodes").findValuesAsText("ratio")).containsExactly("1");
    }

    @Test
    void each_node_is_told_with_the_numbers_that_make_it_so() throws IOException, InterruptedException {
        var nodes = site.data(PATH + "?cluster=north").path("nodes");

        assertThat(nodes.findValuesAsText("node")).containsExactly("s1", "s3");
        assertThat(nodes.findValuesAsText("evidence"))
                .containsExactly(
                        "8 of the node's units are free, and 3 cores of 64 cores are left. The most modest pod that is"
                                + " expected wants 16 cores for 2 units.",
                        "8 of the node's units are free, and no pod that is expected tolerates dedicated=vision.");
    }

    @Test
    void one_cause_can_be_asked_about() throws IOException, InterruptedException {
        var answer = site.data(PATH + "?cluster=north&cause=taint_mismatch");

        assertThat(answer.path("nodes").findValuesAsText("node")).containsExactly("s3");
        assertThat(answer.path("count").asInt()).isEqualTo(1);
    }

    @Test
    void before_anything_was_told_nothing_was_free() throws IOException, InterruptedException {
        var before = NOW.minus(Duration.ofHours(2));

        assertThat(sums(site.data(PATH + "?cluster=north&at=" + before))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"cause=luck, cause", "at=2999-01-01T00:00:00Z, at", "limit=0, limit"})
    void what_cannot_be_answered_is_refused_by_name(String query, String parameter)
            throws IOException, InterruptedException {
        var answer = site.get(PATH + "?" + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(parameter);
    }

    @Test
    void pages_of_one_are_the_whole() throws Exception {
        assertThat(Walk.ofPages(site::get, PATH, "")).isGreaterThan(1);
        assertThat(Walk.ofPages(site::get, "/api/v1/fragmentation", "")).isGreaterThan(1);
    }
}
