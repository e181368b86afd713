package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Golden;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlacementsRouteTest {
    private static final String PATH = "/api/v1/placements";

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    @Test
    void a_week_of_a_cluster_says_what_sharing_nodes_has_cost() throws IOException, InterruptedException {
        var data = SITE.data(PATH + "?cluster=west");

        assertThat(data.path("from").asText()).isEqualTo("2026-11-16T00:00:00Z");
        assertThat(data.path("to").asText()).isEqualTo("2026-11-22T22:00:00Z");
        assertThat(data.path("nodes").get(2).toString())
                .isEqualTo("{\"class\":\"few\",\"node_hours\":128,\"gpu_hours\":256.0,\"held_gpu_hours\":256.0,"
                        + "\"stranded_gpu_hours\":0.0,\"fragmented_gpu_hours\":0.0,\"stranded_per_1000_held\":0.0,"
                        + "\"failures\":1,\"per_1000_node_days\":187.5,\"per_1000_node_days_low\":9.617,"
                        + "\"per_1000_node_days_high\":889.475,\"workloads_hit\":1,\"pods_hit\":1,"
                        + "\"unhealthy_gpu_hours\":24.0,\"work_gpu_hours\":0.0,\"lost_gpu_hours\":24.0,"
                        + "\"lost_per_1000_held\":93.75}");
        assertThat(data.path("workloads").get(0).toString())
                .isEqualTo("{\"class\":\"packed\",\"workloads\":0,\"held_gpu_hours\":0.0,\"nodes_p50\":null,"
                        + "\"interruptions\":0,\"lost_gpu_hours\":0.0,\"interruptions_per_1000_held\":null,"
                        + "\"lost_per_1000_held\":null,\"activity\":null}");
    }

    @Test
    void what_makes_no_sense_is_refused() throws IOException, InterruptedException {
        assertThat(SITE.get(PATH + "?from=2026-11-23&to=2026-11-22").statusCode())
                .isEqualTo(400);
        assertThat(SITE.get(PATH + "?from=2025-01-01&to=2026-11-22").statusCode())
                .isEqualTo(400);
    }

    @Test
    void the_table_is_as_it_was() throws IOException, InterruptedException {
        Golden.file("golden/web/placements.csv")
                .matches(SITE.get(PATH + "?format=csv").body().replace("\r", ""));
    }
}
