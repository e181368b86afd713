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
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the page shows is what the API answers.
class WaitingRouteTest {
    private static final Instant NOW = FixedBooks.NOW;
    private static final String GPU = "nvidia.com/gpu";

    private static Site site;

    @BeforeAll
    static void tell() throws Exception {
        site = Site.ofEmptyBooks();
        var statements = new ArrayList<Statement>();
        for (var name : List.of("s1", "s2", "s3", "s4")) {
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
        statements.add(told(
                ObjectId.named("south", Kind.NODE, "z1"), 60, "allocatable." + GPU, "4", "allocatable.pods", "110"));
        var came = ObjectId.pod("north", "lab", "came", "uid-of-came");
        statements.add(told(came, 60 * 24 * 3, spec("2", "16")));
        statements.add(told(
                came,
                60 * 24 * 3,
                "node",
                "s1",
                "started",
                NOW.minus(Duration.ofDays(3)).toString()));
        statements.add(new Statement.Gone(came, NOW.minus(Duration.ofDays(2)).toEpochMilli()));
        statements.add(told(waiting("vision", "<b>big</b>"), 120, spec("16", "8")));
        statements.add(told(waiting("vision", "<b>big</b>"), 120, "phase", "Pending", "owner", "Job/train"));
        statements.add(told(waiting("speech", "small"), 30, spec("8", "128")));
        statements.add(told(waiting("speech", "small"), 30, "phase", "Pending"));
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

    private static ObjectId waiting(String namespace, String name) {
        return ObjectId.pod("north", namespace, name, "uid-of-" + name);
    }

    private static String[] spec(String gpus, String cores) {
        return new String[] {"request.main." + GPU, gpus, "request.main.cpu", cores, "spec", """
            {"containers":[{"name":"main","resources":{"requests":{"cpu":"%s","nvidia.com/gpu":"%s"}}}]}\
            """.formatted(cores, gpus)
        };
    }

    private static Statement told(ObjectId object, int minutesAgo, String... namesAndValues) {
        return Told.part(object, NOW.minus(Duration.ofMinutes(minutesAgo)).toEpochMilli(), namesAndValues);
    }

    private static String page(String query) throws IOException, InterruptedException {
        var answer = site.get("/waiting" + query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static List<String> texts(JsonNode rows, Function<JsonNode, String> text) {
        assertThat(rows).isNotEmpty();
        return rows.valueStream().map(text).toList();
    }

    private static String gpus(JsonNode number) {
        return Gpus.of(new BigDecimal(number.asText()));
    }

    @Test
    void what_nobody_holds_is_what_the_api_says_of_it() throws IOException, InterruptedException {
        var sums = site.data("/api/v1/stranded").path("sums");
        var shown = PageTable.of(page(""), "By cause and kind of GPU.");

        assertThat(PageTable.column(shown, 0))
                .isEqualTo(texts(sums, sum -> sum.path("cause").asText("free").replace("null", "free")));
        assertThat(PageTable.column(shown, 1)).isEqualTo(texts(sums, sum -> gpus(sum.path("expected_gpus"))));
        assertThat(PageTable.column(shown, 2))
                .isEqualTo(texts(
                        sums,
                        sum -> sum.path("waiting_gpus").isNull()
                                ? "nobody waits"
                                : gpus(sum.path("waiting_gpus")) + " by who waits"));
        assertThat(PageTable.column(shown, 4))
                .isEqualTo(texts(
                        sums,
                        sum -> sum.path("remedy").isNull()
                                ? ""
                                : sum.path("remedy").asText()));
    }

    @Test
    void each_node_is_what_the_api_says_of_it() throws IOException, InterruptedException {
        var nodes = site.data("/api/v1/stranded").path("nodes");
        var shown = PageTable.of(page(""), "What is of no use to who is expected, node by node.");

        assertThat(PageTable.column(shown, 0))
                .isEqualTo(texts(nodes, node -> node.path("node").asText()));
        assertThat(PageTable.column(shown, 1))
                .isEqualTo(texts(nodes, node -> node.path("gpus").asText()));
        assertThat(PageTable.column(shown, 4))
                .isEqualTo(texts(nodes, node -> node.path("evidence").asText()));
    }

    @Test
    void room_is_what_the_api_says_of_it() throws IOException, InterruptedException {
        var slots = site.data("/api/v1/slots?cluster=north").path("slots");
        var now = PageTable.of(page("?cluster=north"), "Pods of so many units on one node");
        var slow = PageTable.of(page("?cluster=north&moves=1"), "Pods of so many units on one node");

        assertThat(now).hasSize(1);
        assertThat(now.getFirst().subList(1, 5))
                .isEqualTo(texts(slots, size -> size.path("now").asText()));
        assertThat(slow.getFirst().subList(1, 5))
                .isEqualTo(texts(
                        slots,
                        size -> size.path("now").asText() + " → "
                                + size.path("after_repacking").asText()));
    }

    @Test
    void who_waits_is_told_as_the_api_does_and_no_name_becomes_markup() throws IOException, InterruptedException {
        var pods = site.data("/api/v1/pending").path("pods");
        var page = page("?moves=1");
        var shown = PageTable.of(page, "Who has waited longest first.");

        assertThat(PageTable.column(shown, 0))
                .isEqualTo(texts(
                        pods,
                        pod -> pod.path("namespace").asText() + "/"
                                + pod.path("pod").asText()))
                .containsExactly("vision/<b>big</b>", "speech/small");
        assertThat(page).doesNotContain("<b>");
        assertThat(shown)
                .extracting(row -> row.get(3))
                .isEqualTo(texts(
                        pods,
                        pod -> pod.path("blocker").asText() + "\n"
                                + pod.path("why").asText()));
        assertThat(shown.getFirst().get(2)).startsWith("16 nvidia.com/gpu\n8 cores");
        assertThat(shown.getFirst().get(1)).startsWith("2 hours");
        assertThat(PageTable.of(page, "What keeps them, the most GPUs first."))
                .extracting(row -> String.join(" ", row.subList(0, 3)))
                .isEqualTo(texts(
                        site.data("/api/v1/pending").path("blockers"),
                        sum -> "%s %s %s"
                                .formatted(
                                        sum.path("blocker").asText(),
                                        sum.path("pods").asText(),
                                        sum.path("gpus").asText())));
    }

    @Test
    void fragments_are_what_the_api_says_of_them() throws IOException, InterruptedException {
        var clusters = site.data("/api/v1/fragmentation").path("clusters");

        assertThat(PageTable.of(page(""), "How many of the whole GPUs"))
                .extracting(row -> String.join(" ", row.subList(0, 3)))
                .isEqualTo(texts(
                        clusters,
                        one -> "%s %s %s"
                                .formatted(
                                        one.path("cluster").asText(),
                                        one.path("idle_gpus").asText(),
                                        one.path("fragment_gpus").asText())));
    }

    @Test
    void moves_are_looked_for_only_where_that_is_asked() throws IOException, InterruptedException {
        assertThat(page("")).contains("waiting?moves=1");
        assertThat(page("?moves=1"))
                .contains(site.data("/api/v1/moves").path("said").asText())
                .doesNotContain("waiting?moves=1");
    }

    @Test
    void one_cluster_or_team_can_be_chosen_by_the_address() throws IOException, InterruptedException {
        assertThat(PageTable.column(PageTable.of(page("?team=speech"), "Who has waited longest first."), 0))
                .containsExactly("speech/small");
        assertThat(page("?team=nobody")).contains("Of this team no pod waits.");
        assertThat(page("?cluster=south")).contains("No pod waits for GPUs.").doesNotContain(">s1<");
        assertThat(page("?cluster=south&team=speech")).contains("waiting?cluster=south&amp;team=speech&amp;moves=1");
    }

    @Test
    void rows_beyond_the_limit_are_a_link_away() throws IOException, InterruptedException {
        assertThat(page("?limit=1")).contains("1 more are left out.", "waiting?limit=2");
    }

    @Test
    void before_a_cluster_has_told_anything_it_is_said_how_one_would() throws Exception {
        try (var empty = Site.ofEmptyBooks()) {
            assertThat(empty.get("/waiting").body())
                    .contains(
                            "No cluster has told of its nodes and pods yet.",
                            "--cluster-from-kubernetes",
                            "kube-state-metrics");
        }
    }

    @Test
    void a_database_that_is_away_is_said_to_be() throws Exception {
        try (var away = Site.away()) {
            assertThat(away.get("/waiting").statusCode()).isEqualTo(503);
        }
    }
}
