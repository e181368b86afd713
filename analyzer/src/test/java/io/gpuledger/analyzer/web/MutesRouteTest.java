package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MutesRouteTest {
    private static final String PATH = "/api/v1/mutes";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String HOT = """
        {"node": "n1", "kind": "hot", "minutes": 90, "who": "bob", "reason": "known"}\
        """;

    private Site site;

    @BeforeEach
    void open() throws Exception {
        site = Site.ofFixedBooks();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private JsonNode add(String json) throws IOException, InterruptedException {
        var answer = site.post(PATH, json);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body()).path("data");
    }

    private HttpResponse<String> fill(String path, String body, String... headers)
            throws IOException, InterruptedException {
        var all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = FORM;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return site.send("POST", path, body, all);
    }

    private long muted() throws IOException, InterruptedException {
        return site.data("/api/v1/findings")
                .path("findings")
                .valueStream()
                .filter(finding -> !finding.path("muted_by").isNull())
                .count();
    }

    @Test
    void who_has_seen_to_findings_says_so_and_takes_it_back() throws IOException, InterruptedException {
        var mute = add(HOT);

        assertThat(mute.path("until").asText())
                .isEqualTo(FixedBooks.NOW.plus(Duration.ofMinutes(90)).toString());
        assertThat(mute.path("gpu").isNull()).isTrue();
        assertThat(site.data(PATH).path("mutes").findValuesAsText("who")).containsExactly("bob", "ann");
        assertThat(muted()).isEqualTo(3);

        var path = PATH + "/" + mute.path("id").asText();
        assertThat(site.send("DELETE", path, "", "Accept", "*/*").statusCode()).isEqualTo(200);
        assertThat(site.data(PATH).path("count").asInt()).isEqualTo(1);
        assertThat(muted()).isEqualTo(1);
        assertThat(site.send("DELETE", path, "", "Accept", "*/*").statusCode()).isEqualTo(404);
    }

    @Test
    void until_may_be_said_as_a_time() throws IOException, InterruptedException {
        assertThat(add("{\"gpu\": \"GPU-a\", \"until\": \"2026-12-01\", \"who\": \"bob\", \"reason\": \"known\"}")
                        .path("until")
                        .asText())
                .isEqualTo("2026-12-01T00:00:00Z");
    }

    @Test
    void all_that_is_wrong_with_it_is_said_at_once() throws IOException, InterruptedException {
        var answer = site.post(PATH, "{\"nodes\": \"n1\", \"kind\": \"cold\", \"minutes\": 999999}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("mute: no field is called nodes; there is cluster, node, gpu, kind, until, minutes, who,"
                        + " reason")
                .contains("mute: no kind is called cold")
                .contains("mute: minutes must be a whole number from 1 to 129600, which are 90 days")
                .contains("mute: say who you are in who")
                .contains("mute: say why in reason");
        assertThat(site.post(PATH, "{}").body())
                .contains("mute: name at least one of cluster, node, gpu, kind")
                .contains("mute: say either until when, in until, or for how many minutes, in minutes");
        assertThat(site.post(PATH, "{\"until\": \"2027-11-16\"}").body())
                .contains("until must lie in the next 90 days");
        assertThat(site.post(PATH, "{\"until\": \"soon\"}").body()).contains("until: soon must be");
        assertThat(site.post(PATH, "[]").body()).contains("mute: must be a JSON object");
        assertThat(site.post(PATH, "{\"who\": {}}").body()).contains("mute: must be a JSON object");
        assertThat(site.post(PATH, "{\"who\": \"a\\u0000b\"}").body()).contains("who must have up to 500 characters");
        assertThat(site.data(PATH).path("count").asInt()).isEqualTo(1);
    }

    @Test
    void nothing_but_json_is_taken_which_no_form_can_send() throws IOException, InterruptedException {
        var answer = fill(PATH, HOT);

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.body()).contains("must be sent as application/json");
        var squeezed = site.send("POST", PATH, HOT, "Content-Type", "application/json", "Content-Encoding", "gzip");
        assertThat(squeezed.statusCode()).isEqualTo(415);
        assertThat(squeezed.body()).contains("without Content-Encoding");
    }

    @Test
    void other_methods_are_refused() throws IOException, InterruptedException {
        var answer = site.send("PUT", PATH, "", "Accept", "*/*");
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("allow")).hasValue("GET, HEAD, POST");
        assertThat(answer.body()).contains("Only GET, HEAD and POST are answered here.");
        assertThat(site.get(PATH + "/1").headers().firstValue("allow")).hasValue("DELETE");
    }

    @Test
    void a_form_mutes_what_its_scope_names_and_shows_the_page_again() throws IOException, InterruptedException {
        var answer = fill(
                "/findings/mute",
                "cluster=east&node=n1&gpu=GPU-a&kind=hot&scope=cluster,gpu&minutes=240&who=bob+b&reason=a%26b",
                "Sec-Fetch-Site",
                "same-origin");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("location")).hasValue("../findings");
        var mute = site.data(PATH).path("mutes").get(0);
        assertThat(mute.path("node").isNull()).isTrue();
        assertThat(mute.path("kind").isNull()).isTrue();
        assertThat(mute.path("gpu").asText()).isEqualTo("GPU-a");
        assertThat(mute.path("who").asText()).isEqualTo("bob b");
        assertThat(mute.path("reason").asText()).isEqualTo("a&b");
        assertThat(muted()).isEqualTo(3);

        assertThat(fill("/findings/unmute", "id=" + mute.path("id").asText()).statusCode())
                .isEqualTo(303);
        assertThat(muted()).isEqualTo(1);
    }

    @Test
    void a_form_that_is_not_filled_in_is_told_what_is_missing() throws IOException, InterruptedException {
        var answer = fill("/findings/mute", "cluster=east&scope=cluster&who=&minutes=%zz");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("say who you are", "say why", "minutes must be", "../findings");
    }

    @Test
    void a_form_of_a_page_from_elsewhere_mutes_nothing() throws IOException, InterruptedException {
        var body = "cluster=east&scope=cluster&minutes=240&who=eve&reason=x";

        assertThat(fill("/findings/mute", body, "Sec-Fetch-Site", "cross-site").statusCode())
                .isEqualTo(403);
        assertThat(fill("/findings/mute", body, "Sec-Fetch-Site", "same-site").statusCode())
                .isEqualTo(403);
        assertThat(fill("/findings/mute", body, "Origin", "http://127.0.0.1:1").statusCode())
                .isEqualTo(403);
        assertThat(fill("/findings/mute", body, "Origin", "null").statusCode()).isEqualTo(403);
        assertThat(fill("/findings/unmute", "id=1", "Origin", "https://elsewhere.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(site.get("/findings/mute").statusCode()).isEqualTo(405);
        assertThat(muted()).isEqualTo(1);

        assertThat(fill("/findings/mute", body, "Origin", site.origin()).statusCode())
                .isEqualTo(303);
    }

    @Test
    void while_the_database_is_away_it_is_said_so() throws IOException, InterruptedException {
        try (var away = Site.away()) {
            assertThat(away.post(PATH, HOT).statusCode()).isEqualTo(503);
            assertThat(away.send(
                                    "POST",
                                    "/findings/mute",
                                    "cluster=c&scope=cluster&minutes=9&who=a&reason=b",
                                    "Content-Type",
                                    FORM)
                            .statusCode())
                    .isEqualTo(503);
        }
    }
}
