package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.questions.SearchTables;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SearchRouteTest {
    private static final String PATH = "/api/v1/search?q=";

    private static Site site;

    @BeforeAll
    static void tell() throws Exception {
        site = Site.ofFixedBooks();
        try (var session = site.database().session()) {
            var at = FixedBooks.NOW.minusSeconds(60).toEpochMilli();
            var told = new ArrayList<Statement>(List.of(
                    Told.part(ObjectId.pod("west", "vision", "waits-100%_sure", "uid"), at, "phase", "Pending"),
                    Told.part(ObjectId.named("west", Kind.NAMESPACE, "vision"), at, "phase", "Active")));
            for (var i = 0; i < 25; i++) {
                told.add(Told.part(
                        ObjectId.pod("west", "crowd", "one-of-many-" + i, "uid" + i), at, "phase", "Pending"));
            }
            new StatementWriter(session).write(told);
        }
    }

    @AfterAll
    static void close() {
        site.close();
    }

    private static JsonNode found(String part) throws IOException, InterruptedException {
        return site.data(PATH + URLEncoder.encode(part, StandardCharsets.UTF_8));
    }

    private static String page(String part) throws IOException, InterruptedException {
        var answer = site.get("/search?q=" + URLEncoder.encode(part, StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void a_gpu_is_found_by_a_part_of_its_uuid_in_any_letters() throws IOException, InterruptedException {
        assertThat(found("gpu-C").path("gpus").findValuesAsText("gpu")).contains("GPU-c");
        assertThat(page("gpu-c")).contains("href=\"gpu?cluster=west&amp;gpu=GPU-c\"");
    }

    @Test
    void nodes_teams_and_namespaces_are_found_by_a_part_of_their_name() throws IOException, InterruptedException {
        assertThat(found("n2").path("nodes").findValuesAsText("node")).contains("n2");
        assertThat(found("isio").path("teams").toString()).contains("\"vision\"");
        assertThat(found("visi").path("namespaces").findValuesAsText("namespace"))
                .containsExactly("vision");
    }

    @Test
    void pods_and_workloads_are_found_with_their_namespace_too() throws IOException, InterruptedException {
        var pods = found("speech/nb").path("pods");

        assertThat(pods.findValuesAsText("pod")).contains("nb-0");
        assertThat(found("speech/").path("workloads")).isNotEmpty();
        assertThat(page("speech/nb")).contains("href=\"pod?cluster=west&amp;namespace=speech&amp;pod=nb-0\"");
    }

    @Test
    void a_pod_that_was_booked_last_long_ago_is_found_by_its_workload_only() throws Exception {
        try (var later = site.at(FixedBooks.NOW.plus(Duration.ofDays(SearchTables.DAYS)))) {
            assertThat(later.data("/api/v1/search?q=speech/nb").path("pods")).isEmpty();
            assertThat(later.data("/api/v1/search?q=speech/").path("workloads")).isNotEmpty();
        }
    }

    @Test
    void who_waits_is_found_and_signs_of_patterns_stand_for_themselves() throws IOException, InterruptedException {
        assertThat(found("100%_s").path("pods").findValuesAsText("pod")).containsExactly("waits-100%_sure");
        assertThat(found("w%_sure").path("pods")).isEmpty();
        assertThat(found("a\\b").path("pods")).isEmpty();
    }

    @Test
    void no_more_than_a_page_of_each_kind_is_told() throws IOException, InterruptedException {
        assertThat(found("one-of-many").path("pods")).hasSize(20);
        assertThat(page("one-of-many")).contains("There may be more of them");
    }

    @Test
    void a_name_never_becomes_markup() throws IOException, InterruptedException {
        assertThat(page("evil/")).contains("evil/&lt;b&gt;pod&lt;/b&gt;").doesNotContain("<b>");
        assertThat(page("<script>x")).doesNotContain("<script>x").contains("Nothing was found.");
    }

    @Test
    void without_a_text_it_is_said_what_can_be_found() throws IOException, InterruptedException {
        assertThat(site.get("/search").body()).contains("A part of a name is enough");
        assertThat(site.get("/api/v1/search").statusCode()).isEqualTo(400);
        assertThat(site.get(PATH + "a".repeat(400)).body()).contains("q: must have up to 320 characters");
    }

    @Test
    void a_database_that_is_away_is_said_to_be() throws Exception {
        try (var away = Site.away()) {
            assertThat(away.get("/search?q=x").statusCode()).isEqualTo(503);
        }
    }
}
