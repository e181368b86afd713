package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingsRouteTest {
    private static final String PATH = "/api/v1/findings";

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static List<String> told(String query) throws IOException, InterruptedException {
        return SITE.data(PATH + query)
                .path("findings")
                .valueStream()
                .map(FindingsRouteTest::words)
                .toList();
    }

    private static String words(JsonNode finding) {
        return finding.path("kind").asText() + " " + finding.path("gpu").asText();
    }

    @Test
    void what_is_open_is_told_the_gravest_first_and_of_these_the_latest() throws IOException, InterruptedException {
        assertThat(told(""))
                .containsExactly(
                        "gpu_lost GPU-d",
                        "hot GPU-c",
                        "hot GPU-b",
                        "hot GPU-a",
                        "throttled_by_heat GPU-a",
                        "stack null");
    }

    @Test
    void a_finding_says_whom_it_hits_what_it_costs_and_what_to_do() throws IOException, InterruptedException {
        var xid = SITE.data(PATH + "?state=closed&from=2026-11-16&to=2026-11-23")
                .path("findings")
                .get(0);

        assertThat(xid.path("kind").asText()).isEqualTo("fatal_xid");
        assertThat(xid.path("detail").asText()).isEqualTo("79");
        assertThat(xid.path("model").asText()).isEqualTo("NVIDIA A100-SXM4-80GB");
        assertThat(xid.path("opened").asText()).isEqualTo("2026-11-20T04:00:00Z");
        assertThat(xid.path("closed").asText()).isEqualTo("2026-11-21T04:00:00Z");
        assertThat(xid.path("minutes").asInt()).isEqualTo(24 * 60);
        assertThat(xid.path("holders").toString()).isEqualTo("[\"speech/nb-0\"]");
        assertThat(xid.path("teams").toString()).isEqualTo("[\"speech\"]");
        assertThat(xid.path("lost_gpu_hours").asText()).isEqualTo("24.0");
        assertThat(xid.path("cost").toString()).isEqualTo("{\"EUR\":\"36.000000\"}");
        assertThat(xid.path("muted_by").isNull()).isTrue();
        assertThat(xid.path("meaning").asText()).startsWith("The driver reported an error");
        assertThat(xid.path("action").asText()).startsWith("Drain the node");
    }

    @Test
    void teams_are_known_before_their_hour_is_booked() throws IOException, InterruptedException {
        assertThat(SITE.data(PATH + "?gpu=GPU-d")
                        .path("findings")
                        .get(0)
                        .path("teams")
                        .valueStream())
                .extracting(JsonNode::asText)
                .containsExactly(FixedBooks.SCRIPT);
    }

    @Test
    void the_page_can_be_of_some() throws IOException, InterruptedException {
        assertThat(SITE.get("/findings?kind=gpu_lost").body()).contains("GPU-d").doesNotContain("GPU-b");
    }

    @Test
    void a_muted_one_says_by_whom_until_when_and_why() throws IOException, InterruptedException {
        var hot = SITE.data(PATH + "?gpu=GPU-c").path("findings").get(0);

        assertThat(hot.path("muted_by").asText()).isEqualTo("ann");
        assertThat(hot.path("muted_until").asText()).isEqualTo("2026-11-25T09:30:00Z");
        assertThat(hot.path("muted_because").asText()).isEqualTo("a fan is <ordered>");
    }

    @Test
    void severities_are_counted_with_what_the_limit_leaves_out() throws IOException, InterruptedException {
        var data = SITE.data(PATH + "?limit=1");

        assertThat(data.path("findings").size()).isEqualTo(1);
        assertThat(data.path("count").asInt()).isEqualTo(6);
        assertThat(data.path("by_severity").toString()).isEqualTo("{\"critical\":1,\"warning\":4,\"info\":1}");
    }

    @ParameterizedTest
    @CsvSource({
        "?cluster=east, 3",
        "?node=n2, 2",
        "?gpu=GPU-a, 2",
        "?kind=hot, 3",
        "?severity=warning, 4",
        "?cluster=west&severity=info, 1",
        "?state=all, 7",
        "?state=all&to=2026-11-20, 0",
        "?state=all&from=2026-11-20T05:00:00Z&to=2026-11-20T06:00:00Z, 1",
        "?state=closed&from=2026-11-21T04:00:00Z&to=2026-11-22, 0",
        "?cluster=north, 0"
    })
    void one_asks_for_some(String query, int findings) throws IOException, InterruptedException {
        assertThat(told(query)).hasSize(findings);
        assertThat(SITE.data(PATH + query).path("count").asInt()).isEqualTo(findings);
    }

    @ParameterizedTest
    @CsvSource({
        "state=over, state: no state is called over",
        "kind=hott, kind: no kind is called hott; did you mean hot?",
        "severity=bad, severity: no severity is called bad",
        "from=2026-11-23&to=2026-11-22, from: must be before to"
    })
    void what_makes_no_sense_is_refused(String query, String problem) throws IOException, InterruptedException {
        var answer = SITE.get(PATH + "?" + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(problem);
    }

    @Test
    void the_table_is_as_it_was() throws IOException, InterruptedException {
        Golden.file("golden/web/findings.csv")
                .matches(SITE.get(PATH + "?state=all&format=csv").body().replace("\r", ""));
    }

    @Test
    void the_page_is_as_it_was() throws IOException, InterruptedException {
        Golden.file("golden/web/findings.html").matches(SITE.page("/findings"));
    }

    @Test
    void an_empty_analyzer_says_that_nothing_is_known_to_be_wrong() throws Exception {
        try (var empty = Site.ofEmptyBooks()) {
            assertThat(empty.data(PATH).path("count").asInt()).isZero();
            assertThat(empty.get("/findings").body())
                    .contains("Nothing is known to be wrong", "Nothing was found that is over");
        }
        try (var young = Site.ofYoungBooks(14, Instant.parse("2026-11-10T07:59:59Z"))) {
            assertThat(young.get("/").body()).contains("Nothing is known to be wrong with any GPU or node.");
        }
    }
}
