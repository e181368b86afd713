package io.gpuledger.exporter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// This looks whether there are figures, and not at what they are.
class NvmlBenchmarkIT {
    @Test
    void every_figure_is_there() throws IOException, InterruptedException {
        var results = new NvmlBenchmark(Duration.ZERO, Duration.ofSeconds(1), 50).results();
        System.out.print(results);
        assertThat(results)
                .contains("8 H100", "x 7 MIG", "start to ready", "CPU, of one core", "gzip: median", "RSS after 100")
                .doesNotContain("NaN");
    }
}
