package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.report.Figures;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What the page shows is what the API answers.
class PlacementsPageTest {
    private static final String TIME = "?from=2026-11-16&to=2026-11-23";

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static String page(String query) throws IOException, InterruptedException {
        var answer = SITE.get("/placements" + query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static String hours(JsonNode number) {
        return Figures.hours(Math.round(number.asDouble() * 3_600_000));
    }

    @Test
    void nodes_and_workloads_are_what_the_api_says_of_them() throws IOException, InterruptedException {
        var data = SITE.data("/api/v1/placements" + TIME);
        var page = page(TIME);

        assertThat(PageTable.of(page, "GPU-hours of nodes"))
                .extracting(row -> row.subList(1, 4))
                .isEqualTo(data.path("nodes")
                        .valueStream()
                        .map(node -> List.of(
                                hours(node.path("gpu_hours")),
                                hours(node.path("held_gpu_hours")),
                                hours(node.path("stranded_gpu_hours"))))
                        .toList())
                .hasSize(4);
        assertThat(PageTable.of(page, "Workloads of two pods or more"))
                .extracting(row -> row.subList(0, 3))
                .isEqualTo(data.path("workloads")
                        .valueStream()
                        .map(one -> List.of(
                                one.path("class").asText(),
                                one.path("workloads").asText(),
                                hours(one.path("held_gpu_hours"))))
                        .toList())
                .hasSize(2);
    }

    @Test
    void where_no_job_ran_on_many_gpus_that_is_said() throws IOException, InterruptedException {
        assertThat(SITE.data("/api/v1/gangs" + TIME).path("count").asInt()).isZero();
        assertThat(page(TIME)).contains("None ran in this time.");
    }

    @Test
    void the_time_and_the_cluster_stand_in_the_address() throws IOException, InterruptedException {
        assertThat(page("?last=7d&cluster=west")).contains("placements?cluster=west&amp;last=30d");
        assertThat(SITE.get("/placements?last=7d&from=2026-11-16").body())
                .contains("last: must not be given beside from or to");
    }
}
