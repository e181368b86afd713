package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresRouteTest {
    private static final String PATH = "/api/v1/failures";

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    @Test
    void rates_are_told_of_all_and_by_cause() throws IOException, InterruptedException {
        var data = SITE.data(PATH);

        assertThat(data.path("from").asText()).isEqualTo("2026-10-24T09:30:00Z");
        assertThat(data.path("to").asText()).isEqualTo("2026-11-23T09:30:00Z");
        assertThat(data.path("node_days").asText()).isEqualTo("28.792");
        assertThat(data.path("failures").asInt()).isEqualTo(2);
        assertThat(data.path("per_1000_node_days").asText()).isEqualTo("69.465");
        assertThat(data.path("by_cause").valueStream())
                .filteredOn(cause -> cause.path("failures").asInt() > 0)
                .extracting(cause -> cause.path("cause").asText())
                .containsExactly("gpu");
        assertThat(data.path("jobs").get(1).path("days_between_failures").asText())
                .isEqualTo("0.9");
    }

    @Test
    void each_failure_says_what_it_hit() throws IOException, InterruptedException {
        assertThat(SITE.data(PATH).path("each").valueStream())
                .extracting(JsonNode::toString)
                .containsExactly(
                        "{\"at\":\"2026-11-23T07:30:00Z\",\"cluster\":\"west\",\"node\":\"n2\",\"cause\":\"gpu\","
                            + "\"kinds\":[\"gpu_lost\"],\"gpus\":[\"GPU-d\"],\"pods\":[\"evil/<b>pod</b>\"],\"hours\":2.0}",
                        "{\"at\":\"2026-11-20T04:00:00Z\",\"cluster\":\"west\",\"node\":\"n2\",\"cause\":\"gpu\","
                            + "\"kinds\":[\"fatal_xid(79)\"],\"gpus\":[\"GPU-c\"],\"pods\":[\"speech/nb-0\"],\"hours\":24.0}");
    }

    @Test
    void one_asks_for_a_time_and_a_cluster() throws IOException, InterruptedException {
        assertThat(SITE.data(PATH + "?from=2026-11-16&to=2026-11-23")
                        .path("failures")
                        .asInt())
                .isEqualTo(1);
        assertThat(SITE.data(PATH + "?cluster=east").path("failures").asInt()).isZero();
        assertThat(SITE.data(PATH + "?cluster=north").path("per_1000_node_days").isNull())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "from=2026-11-23&to=2026-11-22, from: must be before to",
        "from=2027-01-01&to=2027-02-01, from: must be before to",
        "from=2024-01-01, to: must be within 400 days of from",
        "from=soon, from"
    })
    void what_makes_no_sense_is_refused(String query, String problem) throws IOException, InterruptedException {
        var answer = SITE.get(PATH + "?" + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(problem);
    }

    @Test
    void the_table_is_as_it_was() throws IOException, InterruptedException {
        Golden.file("golden/web/failures.csv")
                .matches(SITE.get(PATH + "?format=csv").body().replace("\r", ""));
    }

    @Test
    void the_page_is_as_it_was() throws IOException, InterruptedException {
        Golden.file("golden/web/failures.html").matches(SITE.page("/failures"));
    }
}
