package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Counterpart;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Too short to say anything about costs.
class IngestIT {
    @Test
    void every_sample_that_is_served_is_taken_in_and_has_its_figures() throws IOException, InterruptedException {
        Counterpart.find("prometheus", "prometheus");
        var load = new Load(5, Duration.ofSeconds(1), PageKind.DCGM);
        var ingest = new Ingest(load, Duration.ZERO, Duration.ofSeconds(4), false);
        var report = ingest.report(List.of(Contender.GPU_ANALYZER, Contender.PROMETHEUS));
        System.out.print(report.text());
        assertThat(report.results()).extracting(Result::outcome).allSatisfy(outcome -> {
            assertThat(outcome.taken().all()).isPositive();
            assertThat(outcome.cpuSeconds()).isPositive();
            assertThat(outcome.stored().disk().kept()).isPositive();
        });
        assertThat(report.text())
                .contains("| figure | gpu-analyzer | Prometheus |")
                .doesNotContain("NaN", "Infinity");
    }
}
