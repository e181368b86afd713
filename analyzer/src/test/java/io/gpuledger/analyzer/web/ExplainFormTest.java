package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ExplainFormTest {
    private static final String PATH = "/explain";
    private static final String JOB = ExplainSite.JOB;

    private static Site site;

    @BeforeAll
    static void open() throws Exception {
        site = ExplainSite.open();
    }

    @AfterAll
    static void close() {
        site.close();
    }

    private static HttpResponse<String> send(String manifest, String... headers)
            throws IOException, InterruptedException {
        var body = "namespace=lab&manifest=" + URLEncoder.encode(manifest, StandardCharsets.UTF_8);
        return headers.length == 0
                ? site.send("POST", PATH, body, "Content-Type", "application/x-www-form-urlencoded")
                : site.send("POST", PATH, body, headers);
    }

    private static String shown(String manifest) throws IOException, InterruptedException {
        var answer = send(manifest);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static JsonNode template(String manifest) throws IOException, InterruptedException {
        return new ObjectMapper()
                .readTree(site.post("/api/v1/explain?namespace=lab", manifest).body())
                .path("data")
                .path("templates")
                .get(0);
    }

    @Test
    void the_form_stands_there_without_scripts() throws IOException, InterruptedException {
        assertThat(site.get(PATH).body())
                .contains(
                        "<textarea", "name=\"manifest\"", "method=\"post\"", "action=\"explain\"", "value=\"default\"");
    }

    @Test
    void it_can_be_asked_for_its_head_and_not_be_put() throws IOException, InterruptedException {
        assertThat(site.send("HEAD", "/explain", "", "X-Some", "thing").statusCode())
                .isEqualTo(200);
        var put = site.send("PUT", "/explain", "", "X-Some", "thing");
        assertThat(put.statusCode()).isEqualTo(405);
        assertThat(put.headers().firstValue("allow")).hasValue("GET, HEAD, POST");
    }

    @Test
    void pods_that_would_start_are_told_so_as_by_the_api() throws IOException, InterruptedException {
        var manifest = JOB.formatted(2, 4);

        assertThat(shown(manifest))
                .contains(
                        "All 2 pods would start now.",
                        template(manifest).path("why").asText());
    }

    @Test
    void of_others_it_is_told_what_would_keep_them_as_by_the_api() throws IOException, InterruptedException {
        var manifest = JOB.formatted(3, 4);
        var told = template(manifest);

        assertThat(shown(manifest))
                .contains(
                        "3 pods would not all start now",
                        ": " + told.path("blocker").asText() + ". ",
                        "Of 3 pods, %s would fit at once.".formatted(told.path("fit_at_once")));
    }

    @Test
    void what_is_against_each_node_is_told() throws IOException, InterruptedException {
        var manifest = JOB.formatted(1, 16);
        var finding = template(manifest).path("findings").get(0);

        assertThat(PageTable.of(shown(manifest), "What is against nodes"))
                .first()
                .isEqualTo(List.of(
                        finding.path("blocker").asText(),
                        finding.path("nodes").asText(),
                        finding.path("nearest").asText() + " "
                                + finding.path("matter").asText()));
    }

    @Test
    void what_is_no_manifest_is_said_beside_what_was_sent() throws IOException, InterruptedException {
        var answer = send("kind: ConfigMap # <script>");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("The manifest: there is no pod in it", "kind: ConfigMap # &lt;script&gt;</textarea>")
                .doesNotContain("<script>");
        assertThat(send("").body()).contains("The manifest: paste one into the field.");
        assertThat(send("#".repeat(300_000)).body()).contains("must have no more than 262,144 bytes");
    }

    @Test
    void pages_from_elsewhere_are_refused() throws IOException, InterruptedException {
        assertThat(send(JOB.formatted(1, 1), "Sec-Fetch-Site", "cross-site").statusCode())
                .isEqualTo(403);
    }

    @Test
    void before_a_cluster_has_told_anything_it_is_said_how_one_would() throws Exception {
        try (var empty = Site.ofEmptyBooks()) {
            assertThat(empty.get(PATH).body()).contains("No cluster has told of its nodes yet");
            assertThat(empty.send(
                                    "POST",
                                    PATH,
                                    "manifest=" + URLEncoder.encode(JOB.formatted(1, 1), StandardCharsets.UTF_8),
                                    "Content-Type",
                                    "application/x-www-form-urlencoded")
                            .body())
                    .contains("The cluster: no cluster has told of any node.");
        }
    }

    @Test
    void a_database_that_is_away_is_said_to_be() throws Exception {
        try (var away = Site.away()) {
            var answer = away.get(PATH);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("The database gives no answer now");
        }
    }
}
