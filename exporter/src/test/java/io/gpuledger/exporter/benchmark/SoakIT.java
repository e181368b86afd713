package io.gpuledger.exporter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.benchmark.Soak.Ground;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// This is too short to say anything about memory.
@Order(1)
class SoakIT {
    @ParameterizedTest
    @EnumSource
    void every_page_is_whole_and_fresh_whatever_goes_wrong(Ground ground) throws IOException, InterruptedException {
        var report = new Soak(ground, Duration.ofSeconds(20), Duration.ofSeconds(1)).run();
        System.out.print(report.text());
        assertThat(report.findings().kept()).isEmpty();
        assertThat(report.scrapes().pages()).isPositive();
    }
}
