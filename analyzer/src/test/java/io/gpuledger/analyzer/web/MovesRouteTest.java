package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MovesRouteTest {
    private static final Instant NOW = FixedBooks.NOW;
    private static final String PATH = "/api/v1/moves?cluster=yard";
    private static final String GPU = "nvidia.com/gpu";

    private static Site site;

    @BeforeAll
    static void tell() throws Exception {
        site = Site.ofFixedBooks();
        var statements = new ArrayList<Statement>();
        for (var name : List.of("y1", "y2", "y3")) {
            statements.add(told(
                    ObjectId.named("yard", Kind.NODE, name),
                    6000,
                    "allocatable." + GPU,
                    "8",
                    "allocatable.cpu",
                    "64",
                    "allocatable.pods",
                    "110",
                    "labels",
                    "{\"nvidia_com_gpu_clique\":\"rack-7\"}"));
        }
        statements.add(pod("saved", "y1", 2, "owner", "Job/saved", "annotations", saved()));
        statements.add(gone("before", 300));
        statements.add(gone("again", 200));
        statements.add(told(running("before"), 299, "phase", "Running"));
        statements.add(told(running("again"), 198, "phase", "Running"));
        statements.add(told(running("before"), 100, "phase", "Succeeded"));
        statements.add(told(running("again"), 100, "phase", "Succeeded"));
        statements.add(pod("bare", "y2", 2));
        statements.add(pod("large", "y2", 4, "owner", "Job/large"));
        statements.add(pod("covered", "y3", 4, "owner", "ReplicaSet/covered", "labels", "{\"app\":\"covered\"}"));
        statements.add(told(
                ObjectId.named("yard", Kind.POD_DISRUPTION_BUDGET, "lab", "budget"),
                6000,
                "selector",
                "{\"matchLabels\":{\"app\":\"covered\"}}",
                "disruptions_allowed",
                "0"));
        statements.add(told(
                ObjectId.pod("yard", "lab", "waits", "uid-of-waits"),
                90,
                Stream.of(
                                spec(8),
                                List.of(
                                        "phase",
                                        "Pending",
                                        "created",
                                        NOW.minus(Duration.ofMinutes(90)).toString()))
                        .flatMap(List::stream)
                        .toArray(String[]::new)));
        statements.add(told(
                ObjectId.pod("yard", "lab", "worker", "uid-of-worker"),
                30,
                Stream.of(
                                spec(7),
                                List.of(
                                        "phase",
                                        "Pending",
                                        "created",
                                        NOW.minus(Duration.ofMinutes(30)).toString()),
                                List.of("labels", "{\"kueue_x_k8s_io_pod_group_name\":\"gang\"}"))
                        .flatMap(List::stream)
                        .toArray(String[]::new)));
        try (var session = site.database().session()) {
            new StatementWriter(session).write(statements);
        }
    }

    private static ObjectId running(String name) {
        return ObjectId.pod("yard", "lab", name, "uid-of-" + name);
    }

    /// A pod of the same maker that has done its work.
    private static Statement gone(String name, int minutesAgo) {
        return told(running(name), minutesAgo, "owner", "Job/saved", "phase", "Pending", "request.main." + GPU, "1");
    }

    private static String saved() {
        return "{\"gpu_ledger_io_checkpoint\":\"%s\"}".formatted(NOW.minus(Duration.ofMinutes(30)));
    }

    private static List<String> spec(int gpus) {
        return List.of("request.main." + GPU, String.valueOf(gpus), "spec", """
            {"containers":[{"name":"main","resources":{"requests":{"cpu":"%d","nvidia.com/gpu":"%d"}}}]}\
            """.formatted(gpus, gpus));
    }

    private static Statement pod(String name, String node, int gpus, String... more) {
        var started = NOW.minus(Duration.ofHours(10)).toString();
        return told(
                ObjectId.pod("yard", "lab", name, "uid-of-" + name),
                700,
                Stream.of(spec(gpus), List.of("node", node, "phase", "Running", "started", started), List.of(more))
                        .flatMap(List::stream)
                        .toArray(String[]::new));
    }

    private static Statement told(ObjectId object, int minutesAgo, String... namesAndValues) {
        return Told.part(object, NOW.minus(Duration.ofMinutes(minutesAgo)).toEpochMilli(), namesAndValues);
    }

    @AfterAll
    static void close() {
        site.close();
    }

    @Test
    void who_has_waited_longest_has_room_once_the_least_has_gone() throws IOException, InterruptedException {
        var data = site.data(PATH);

        assertThat(data.path("waiting").path("pod").asText()).isEqualTo("waits");
        assertThat(data.path("said").asText())
                .isEqualTo("It has room on y1 once 1 pod has gone to another node. No shorter list can do.");
        assertThat(data.path("moves").findValuesAsText("pod")).containsExactly("saved");
        assertThat(data.path("moves").findValuesAsText("to")).containsExactly("y2");
        assertThat(data.path("lost_gpu_hours").decimalValue()).isEqualByComparingTo("1");
        assertThat(data.path("moves").findValuesAsText("restart_seconds")).containsExactly("60.0");
        assertThat(data.path("at_least").asInt()).isEqualTo(1);
    }

    @Test
    void what_is_said_of_a_pod_that_waits_names_the_moves() throws IOException, InterruptedException {
        var pod = site.data("/api/v1/pending?cluster=yard").path("pods").path(0);

        assertThat(pod.path("blocker").asText()).isEqualTo("fragmentation");
        assertThat(pod.path("remedies").findValuesAsText("change"))
                .contains("if 1 pod went to another node (/api/v1/moves?cluster=yard&pod=lab/waits)");
    }

    @Test
    void of_one_of_a_gang_it_is_said_that_there_are_others() throws IOException, InterruptedException {
        assertThat(site.data(PATH + "&pod=lab/worker").path("said").asText())
                .endsWith(" It is one of a gang, and this is about its room alone.");
    }

    @Test
    void who_stays_is_told_with_why() throws IOException, InterruptedException {
        var data = site.data(PATH + "&pod=lab/waits");

        assertThat(data.path("staying").findValuesAsText("reason")).containsExactly("unowned", "budget");
    }

    @Test
    void a_size_is_asked_for() throws IOException, InterruptedException {
        var small = site.data(PATH + "&gpus=6");

        assertThat(small.path("node").asText()).isEqualTo("y1");
        assertThat(small.path("moves")).isEmpty();
        assertThat(site.data(PATH + "&gpus=64").path("said").asText())
                .isEqualTo("No node that it may have would have room for it, whichever of at most 8 pods that may move"
                        + " went.");
    }

    @Test
    void where_nobody_waits_nothing_has_to_be_moved() throws IOException, InterruptedException {
        var data = site.data(PATH + "&at=" + NOW.minus(Duration.ofHours(5)));

        assertThat(data.path("said").asText())
                .isEqualTo("No pod waits for GPUs that a scheduler looks at and of which it is known what it needs.");
        assertThat(data.path("waiting").isNull()).isTrue();
        assertThat(site.data("/api/v1/moves?at=" + NOW.minus(Duration.ofHours(5)))
                        .path("cluster")
                        .isNull())
                .isTrue();
    }

    @Test
    void the_cluster_may_be_any_in_which_moves_help() throws IOException, InterruptedException {
        assertThat(site.data("/api/v1/moves").path("cluster").asText()).isEqualTo("yard");
        assertThat(site.get("/api/v1/moves?cluster=nowhere").statusCode()).isEqualTo(404);
    }

    @Test
    void a_pod_that_does_not_wait_is_not_found() throws IOException, InterruptedException {
        assertThat(site.get(PATH + "&pod=lab/nobody").statusCode()).isEqualTo(404);
        assertThat(site.get(PATH + "&pod=nobody").statusCode()).isEqualTo(400);
        assertThat(site.get(PATH + "&pod=lab/waits&gpus=8").statusCode()).isEqualTo(400);
        assertThat(site.get(PATH + "&sku=H100").statusCode()).isEqualTo(400);
    }

    @Test
    void slots_are_told_as_they_are_and_as_they_could_be() throws IOException, InterruptedException {
        var data = site.data("/api/v1/slots?cluster=yard");

        assertThat(data.path("slots").findValuesAsText("size")).containsExactly("1", "2", "4", "8");
        assertThat(data.path("slots").findValuesAsText("now")).containsExactly("12", "6", "2", "0");
        assertThat(data.path("slots").findValuesAsText("after_repacking")).containsExactly("12", "6", "3", "1");
        assertThat(data.path("fabrics").findValuesAsText("after_repacking")).containsExactly("1");
        assertThat(data.path("fabrics").findValuesAsText("value")).containsExactly("rack-7");
    }
}
