package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Machine;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh year`: times are asked, and not asserted.
class YearTest {
    @Test
    void what_is_left_of_a_year_is_what_is_kept() throws Exception {
        var year = new Year(16, 10, 2, 500);
        var result = year.result();
        System.out.print(year.text(Machine.here().text(), result));
        assertThat(result.dead()).containsEntry("holder", 2 + 5000L).containsEntry("gpu", 16 + 1000L);
        assertThat(result.after().gpus()).as("that a pass looks at").isEqualTo(16);
        assertThat(result.after().rows())
                .containsEntry("holder", 2L)
                .containsEntry("object", 0L)
                .containsEntry("attribute", 0L)
                // Books of them are kept for 400 days, and begin a month ago here.
                .hasEntrySatisfying("owner", left -> assertThat(left).isBetween(3700L, 3850L))
                .hasEntrySatisfying("workload", left -> assertThat(left).isBetween(740L, 800L))
                .hasEntrySatisfying("gpu", left -> assertThat(left).isBetween(760L, 820L))
                .hasEntrySatisfying("node", left -> assertThat(left).isBetween(375L, 405L));
    }
}
