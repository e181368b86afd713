package io.gpuledger.exporter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Counterpart;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BenchmarkIT {
    @Test
    void every_figure_is_there() throws IOException, InterruptedException {
        Counterpart.find(Contender.NODE_EXPORTER_COMMAND, Contender.NODE_EXPORTER_COMMAND);
        var results = new Benchmark(Plan.brief()).results();
        System.out.print(results);
        assertThat(results)
                .contains(
                        "start to ready",
                        "RSS when idle",
                        "CPU, of one core",
                        "8 connections, gzip",
                        "by a scrape, gzip")
                .contains("gpu-exporter 0.", "node_exporter, version")
                .doesNotContain("NaN", "unknown");
    }
}
