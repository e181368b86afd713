package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh growth`: times are asked, and not asserted.
class GrowthTest {
    @Test
    void each_part_of_the_work_is_measured_for_each_fleet() throws Exception {
        var growth = new Growth(List.of(16, 32), 1);

        growth.measure();

        assertThat(growth.text("a machine"))
                .contains("| 16 GPUs | 32 GPUs |", "| a reading of a GPU, out of a page | ", "| a week's letters, ")
                .doesNotContain("NaN", "Infinity", "| 0.00 |")
                .hasLineCount(2 + 2 + 8);
    }
}
