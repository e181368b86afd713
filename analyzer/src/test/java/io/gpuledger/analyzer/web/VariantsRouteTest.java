package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Golden;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VariantsRouteTest {
    private static final String PATH = "/api/v1/variants";

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    @Test
    void nodes_that_are_alike_are_told_with_how_often_they_fail() throws IOException, InterruptedException {
        var variants = SITE.data(PATH + "?cluster=west").path("variants");

        assertThat(variants.get(0).toString())
                .isEqualTo(
                        "{\"cluster\":\"west\",\"model\":null,\"trait\":\"driver\",\"value\":\"580.95.05\",\"nodes\":1,"
                            + "\"gpus\":1,\"since\":\"2026-11-19T00:00:00Z\",\"node_days\":4.396,\"failures\":2,"
                            + "\"per_1000_node_days\":454.976,\"per_1000_node_days_low\":80.841,"
                            + "\"per_1000_node_days_high\":1432.218,\"others_failures\":0,\"others_node_days\":0.0,"
                            + "\"others_per_1000_node_days\":null,\"chance_against_others\":1.0,\"before_failures\":0,"
                            + "\"before_node_days\":10.0,\"before_per_1000_node_days\":0.0,"
                            + "\"chance_against_before\":0.093241}");
    }

    @Test
    void what_makes_no_sense_is_refused() throws IOException, InterruptedException {
        assertThat(SITE.get(PATH + "?from=2026-11-23&to=2026-11-22").statusCode())
                .isEqualTo(400);
    }

    @Test
    void the_table_is_as_it_was() throws IOException, InterruptedException {
        Golden.file("golden/web/variants.csv")
                .matches(SITE.get(PATH + "?format=csv").body().replace("\r", ""));
    }
}
