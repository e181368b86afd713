package io.gpuledger.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.advice.Tag;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GradeTest {
    private static WorkloadUsage usage(Map<Measure, Double> means, int minutes, int low, int high) {
        return new WorkloadUsage(
                1, means, minutes, low, high, OptionalLong.empty(), OptionalLong.empty(), 0, List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "1, A",
        "0.8, A",
        "0.7999, B",
        "0.5, B",
        "0.4999, C",
        "0.2, C",
        "0.1999, D",
        "0.05, D",
        "0.0499, F",
        "0, F"
    })
    void a_mean_has_a_grade(double mean, Grade.Letter letter) {
        assertThat(Grade.of(Measure.SM_ACTIVE, mean).letter()).isEqualTo(letter);
    }

    @Test
    void the_best_measure_that_is_known_counts() {
        var all = Map.of(Measure.UTILIZATION, 1.0, Measure.ENGINE_ACTIVE, 0.6, Measure.SM_ACTIVE, 0.1);
        assertThat(Grade.of(usage(all, 0, 0, 0))).hasValue(Grade.of(Measure.SM_ACTIVE, 0.1));
        assertThat(Grade.of(usage(Map.of(Measure.UTILIZATION, 1.0), 0, 0, 0)))
                .hasValue(Grade.of(Measure.UTILIZATION, 1));
        assertThat(Grade.of(usage(Map.of(Measure.DRAM_ACTIVE, 1.0), 0, 0, 0))).isEmpty();
    }

    /// Parts of a hundred; PCIe in tenths of a gigabyte a second; nothing where it is not measured.
    @ParameterizedTest
    @CsvSource({
        "sm_active=49 dram_active=50, memory-bound",
        "sm_active=50 dram_active=90,",
        "dram_active=90,",
        "sm_active=24 engine_active=40, busy-low-sm",
        "sm_active=25 engine_active=100,",
        "sm_active=29 memory_utilization=40, io-bound",
        "sm_active=29 memory_utilization=39,",
        "sm_active=29 pcie_bytes_per_second=10, io-bound",
        "sm_active=30 pcie_bytes_per_second=99,",
        "sm_active=20 engine_active=90 dram_active=60 memory_utilization=70, io-bound memory-bound busy-low-sm",
    })
    void what_is_measured_has_its_tags(String means, String tags) {
        var measured = new HashMap<Measure, Double>();
        for (var one : List.of(means.split(" ", -1))) {
            var parts = one.split("=", -1);
            var measure = Measure.valueOf(parts[0].toUpperCase(Locale.ROOT));
            var scale = measure == Measure.PCIE_BYTES_PER_SECOND ? 1e8 : 0.01;
            measured.put(measure, Double.parseDouble(parts[1]) * scale);
        }
        assertThat(words(usage(measured, 100, 0, 100))).isEqualTo(tags == null ? "" : tags);
    }

    @ParameterizedTest
    @CsvSource({"100, 5, 5, fluctuating", "100, 4, 50,", "100, 50, 4,", "19, 1, 1, fluctuating", "0, 0, 0,"})
    void who_is_slow_and_fast_by_turns_fluctuates(int minutes, int low, int high, String tags) {
        assertThat(words(usage(Map.of(), minutes, low, high))).isEqualTo(tags == null ? "" : tags);
    }

    private static String words(WorkloadUsage usage) {
        return String.join(" ", Tags.of(usage).stream().map(Tag::word).toList());
    }
}
