package io.gpuledger.simulator.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A short form of what `simulator/measure.sh pages` does.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PagesCostIT {
    @Test
    void pages_are_served_and_what_they_cost_is_told() throws IOException, InterruptedException {
        var result = PagesCost.measure(300, Duration.ofSeconds(3));

        assertThat(result.answers().pages()).isBetween(20L, 31L);
        assertThat(result.answers().bytes() / result.answers().pages()).isGreaterThan(50_000);
        assertThat(result.text()).contains("| pages each second | ", "| CPU, of one core | ");
    }
}
