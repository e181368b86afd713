package io.gpuledger.exporter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class MemoryTrendTest {
    private static final long MEBIBYTE = 1024 * 1024;

    private static double growth(IntToLongFunction bytes) {
        var trend = new MemoryTrend();
        for (var second = 0; second < 100; second++) {
            trend.add(second, bytes.applyAsLong(second));
        }
        return trend.growthMebibytes();
    }

    @Test
    void only_the_last_half_counts() {
        assertThat(growth(second -> Math.min(second, 50) * MEBIBYTE)).isCloseTo(0, within(1e-9));
    }

    @Test
    void steady_growth_is_that_of_the_half() {
        assertThat(growth(second -> second * MEBIBYTE / 10)).isCloseTo(4.9, within(0.01));
    }

    @Test
    void what_goes_up_and_down_is_flat() {
        assertThat(growth(second -> (80 + second % 2) * MEBIBYTE)).isCloseTo(0, within(0.1));
    }
}
