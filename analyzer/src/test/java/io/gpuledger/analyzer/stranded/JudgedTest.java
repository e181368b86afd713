package io.gpuledger.analyzer.stranded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The short form of `measure.sh stranded`: times are asked, and not asserted.
class JudgedTest {
    @Test
    void all_nodes_of_a_cluster_are_judged() {
        var result = new Judged(200).measure(5);

        assertThat(result.all()).isPositive();
        assertThat(Judged.text(200, "a machine", result))
                .contains("200 nodes of 8 GPUs", "| one node that has changed |");
    }
}
