package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CapacityRouteTest {
    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static BigDecimal seconds(JsonNode node) {
        return node.path("gpu_seconds").decimalValue();
    }

    private static BigDecimal sum(Iterable<JsonNode> nodes) {
        return StreamSupport.stream(nodes.spliterator(), false)
                .map(CapacityRouteTest::seconds)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    void the_first_stage_is_the_capacity_and_each_stage_is_the_next_and_what_was_lost() throws Exception {
        var stages = SITE.data("/api/v1/capacity").path("stages");
        var capacity = SITE.data("/api/v1/ledger").path("capacity_seconds").decimalValue();

        assertThat(stages).hasSize(5);
        assertThat(seconds(stages.get(0))).isEqualByComparingTo(capacity).isPositive();
        for (var i = 1; i < stages.size(); i++) {
            assertThat(seconds(stages.get(i)).add(sum(stages.get(i - 1).path("losses"))))
                    .isEqualByComparingTo(seconds(stages.get(i - 1)));
        }
    }

    @Test
    void losses_are_those_of_the_ledger() throws Exception {
        var lost = new TreeMap<String, BigDecimal>();
        SITE.data("/api/v1/capacity")
                .path("stages")
                .forEach(stage -> stage.path("losses")
                        .forEach(loss -> lost.merge(loss.path("state").asText(), seconds(loss), BigDecimal::add)));
        SITE.data("/api/v1/ledger?by=state").path("rows").forEach(row -> {
            var state = row.path("state").asText();
            if (!state.equals("used")) {
                assertThat(lost.get(state)).as(state).isEqualByComparingTo(seconds(row));
            }
        });
        assertThat(lost).isNotEmpty().doesNotContainKey("used");
    }

    @Test
    void tenants_have_what_the_ledger_has_of_their_teams() throws Exception {
        var reserved = new TreeMap<String, BigDecimal>();
        SITE.data("/api/v1/ledger?by=team").path("rows").forEach(row -> {
            if (!row.path("team").isNull()) {
                reserved.put(row.path("team").asText(), seconds(row));
            }
        });
        var tenants = SITE.data("/api/v1/capacity").path("tenants");
        assertThat(tenants).hasSize(reserved.size());
        tenants.forEach(tenant -> assertThat(tenant.path("reserved_seconds").decimalValue())
                .isEqualByComparingTo(reserved.get(tenant.path("team").asText())));
    }

    @Test
    void another_cluster_has_another_capacity() throws Exception {
        var all = SITE.data("/api/v1/capacity").path("stages").get(0);
        var east = SITE.data("/api/v1/capacity?cluster=east").path("stages").get(0);
        var none = SITE.data("/api/v1/capacity?cluster=nowhere");

        assertThat(seconds(east)).isPositive().isLessThan(seconds(all));
        assertThat(seconds(none.path("stages").get(0))).isZero();
        assertThat(none.path("factors").path("held").isNull()).isTrue();
    }

    @Test
    void tenants_can_be_had_as_a_table() throws IOException, InterruptedException {
        assertThat(SITE.get("/api/v1/capacity?format=csv").body())
                .startsWith("team,reserved_seconds,healthy_seconds,in_use_seconds,effective_seconds,unhealthy_seconds,"
                        + "unobserved_seconds,cost_");
    }
}
