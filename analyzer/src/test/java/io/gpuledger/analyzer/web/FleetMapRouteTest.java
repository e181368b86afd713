package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FleetMapRouteTest {
    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static Map<String, BigDecimal> sums(JsonNode gpus) {
        var sums = new TreeMap<String, BigDecimal>();
        gpus.properties().forEach(one -> sums.put(one.getKey(), one.getValue().decimalValue()));
        return sums;
    }

    @Test
    void the_map_has_as_many_gpus_in_each_state_as_the_present() throws Exception {
        assertThat(sums(SITE.data("/api/v1/fleet").path("gpus")))
                .isEqualTo(sums(SITE.data("/api/v1/now").path("gpus")))
                .isNotEmpty();
    }

    @Test
    void its_cells_add_up_to_its_sums() throws Exception {
        var map = SITE.data("/api/v1/fleet");
        var sums = new TreeMap<String, BigDecimal>();
        map.path("nodes")
                .forEach(node -> node.path("gpus")
                        .forEach(cell -> sums(cell.path("gpus"))
                                .forEach((state, part) -> sums.merge(state, part, BigDecimal::add))));
        sums(map.path("gpus"))
                .forEach((state, part) -> assertThat(sums.get(state)).isEqualByComparingTo(part));
        assertThat(map.path("gpu_count").asInt()).isEqualTo(3);
    }

    @Test
    void a_shared_gpu_is_one_cell_with_both_its_holders_and_what_most_of_it_was() throws Exception {
        var shared = SITE.data("/api/v1/fleet?node=n1")
                .path("nodes")
                .get(0)
                .path("gpus")
                .get(0);
        assertThat(shared.path("gpu").asText()).isEqualTo("GPU-b");
        assertThat(shared.path("state").asText()).isEqualTo("idle");
        assertThat(shared.path("activity").decimalValue()).isEqualByComparingTo("0.667");
        assertThat(shared.path("holders")).hasSize(2);
    }

    @Test
    void filters_narrow_the_map_and_the_page_alike() throws Exception {
        assertThat(SITE.data("/api/v1/fleet?team=vision").path("gpu_count").asInt())
                .isEqualTo(1);
        assertThat(SITE.get("/fleet?team=vision").body()).contains("<strong>1 GPU</strong> on 1 node,", "team=vision");
        assertThat(SITE.get("/fleet?state=nonsense").statusCode()).isEqualTo(400);
        assertThat(SITE.get("/fleet?group=nonsense").statusCode()).isEqualTo(400);
    }

    @Test
    void the_page_says_what_the_map_says_where_no_script_runs() throws Exception {
        var page = SITE.get("/fleet").body();
        assertThat(page)
                .contains("<strong>3 GPUs</strong> on 3 nodes", "no node is known", "node?cluster=east&amp;node=n1")
                .contains("data-source=\"api/v1/fleet\"")
                .doesNotContain("<script>");
    }

    @Test
    void before_the_present_is_known_the_page_says_what_will_come() throws Exception {
        try (var fresh = Site.ofEmptyBooks()) {
            assertThat(fresh.get("/api/v1/fleet").statusCode()).isEqualTo(503);
            assertThat(fresh.get("/fleet").body()).contains("not known yet", "href=\"targets\"");
        }
    }

    @Test
    void hostile_names_stay_texts() throws Exception {
        try (var site = SITE.at(FixedBooks.NOW)) {
            site.present = FixedPresent.at(FixedBooks.NOW);
            assertThat(site.get("/fleet?team=%3Cb%3E").body())
                    .doesNotContain("<b>")
                    .contains("&lt;b&gt;");
        }
    }
}
