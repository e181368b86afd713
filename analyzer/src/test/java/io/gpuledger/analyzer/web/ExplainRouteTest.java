package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ExplainRouteTest {
    private static final String PATH = "/api/v1/explain";
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

    private static JsonNode template(String manifest) throws IOException, InterruptedException {
        var answer = site.post(PATH, manifest);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper()
                .readTree(answer.body())
                .path("data")
                .path("templates")
                .get(0);
    }

    private static HttpResponse<String> refused(String path, String manifest, int status)
            throws IOException, InterruptedException {
        var answer = site.post(path, manifest);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer;
    }

    @Test
    void pods_that_would_start_are_told_so() throws IOException, InterruptedException {
        var told = template(JOB.formatted(2, 4));

        assertThat(told.path("kind").asText()).isEqualTo("Job");
        assertThat(told.path("path").asText()).isEqualTo("spec.template");
        assertThat(told.path("starts").asBoolean()).isTrue();
        assertThat(told.path("fit_at_once").asInt()).isEqualTo(2);
        assertThat(told.path("blocker").asText()).isEqualTo("none");
        assertThat(told.path("why").asText()).contains("n1");
    }

    @Test
    void of_others_it_is_told_what_would_keep_them() throws IOException, InterruptedException {
        var many = template(JOB.formatted(3, 4));
        assertThat(many.path("starts").asBoolean()).isFalse();
        assertThat(many.path("blocker").asText()).isEqualTo("gang");
        assertThat(many.path("pods").asInt()).isEqualTo(3);

        assertThat(template(JOB.formatted(1, 16)).path("blocker").asText()).isEqualTo("never");
    }

    @Test
    void what_is_no_manifest_is_refused() throws IOException, InterruptedException {
        assertThat(refused(PATH, "", 400).body()).contains("manifest: must be sent as the body of the request");
        assertThat(refused(PATH, "kind: ConfigMap", 400).body()).contains("manifest: there is no pod in it");
        assertThat(refused(PATH, "{", 400).body()).contains("manifest: it is not a manifest in YAML or JSON");
        assertThat(refused(PATH, "#".repeat(300_000), 413).body())
                .contains("manifest: must have no more than 262,144 bytes");
    }

    @Test
    void a_cluster_that_is_not_known_is_named() throws IOException, InterruptedException {
        assertThat(refused(PATH + "?cluster=d", JOB.formatted(1, 1), 404).body())
                .contains("cluster must name one of those that are known: c");
    }

    @Test
    void it_is_asked_by_post_alone() throws IOException, InterruptedException {
        var answer = site.get(PATH);
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("allow")).hasValue("POST");
    }
}
