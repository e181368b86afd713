package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged exporter, whose counters file is changed while it runs.
@Timeout(600)
class CountersReloadIT {
    private static final String TEMPERATURE = "DCGM_FI_DEV_GPU_TEMP, gauge, GPU temperature (C).\n";
    private static final String POWER = "DCGM_FI_DEV_POWER_USAGE, gauge, Power draw (W).\n";

    @TempDir
    Path folder;

    @BeforeEach
    void ask_for_the_temperature() throws IOException {
        write(TEMPERATURE);
    }

    @Test
    void a_changed_file_is_in_force_by_itself() throws IOException, InterruptedException {
        try (var exporter = start();
                var scraper = new Scraper(exporter)) {
            assertThat(pageWith("DCGM_FI_DEV_GPU_TEMP{", scraper)).doesNotContain("DCGM_FI_DEV_POWER_USAGE");
            write(POWER);
            assertThat(pageWith("DCGM_FI_DEV_POWER_USAGE{", scraper))
                    .doesNotContain("DCGM_FI_DEV_GPU_TEMP")
                    .contains("gpu_exporter_reload_success{setting=\"collectors\"} 1\n");
        }
    }

    @Test
    void a_bad_one_keeps_the_old_and_says_so_in_log_and_metric() throws IOException, InterruptedException {
        try (var exporter = start();
                var scraper = new Scraper(exporter)) {
            pageWith("DCGM_FI_DEV_GPU_TEMP{", scraper);

            write(POWER + "DCGM_FI_DEV_GPU_TMP, gauge, A slip.\n");
            exporter.signal("HUP");
            exporter.await("(cannot reload collectors, what was in force stays so: .*counters.csv:2: )");
            assertThat(pageWith("gpu_exporter_reload_success{setting=\"collectors\"} 0\n", scraper))
                    .contains("DCGM_FI_DEV_GPU_TEMP{")
                    .doesNotContain("DCGM_FI_DEV_POWER_USAGE")
                    .contains("gpu_exporter_reload_failures_total{setting=\"collectors\"} 1\n");

            write(POWER);
            exporter.signal("HUP");
            assertThat(pageWith("gpu_exporter_reload_success{setting=\"collectors\"} 1\n", scraper))
                    .contains("DCGM_FI_DEV_POWER_USAGE{");
        }
    }

    @Test
    void a_file_that_is_gone_changes_nothing() throws IOException, InterruptedException {
        try (var exporter = start();
                var scraper = new Scraper(exporter)) {
            Files.delete(folder.resolve("counters.csv"));
            exporter.await("(cannot reload collectors, what was in force stays so: must be a file)");
            assertThat(pageWith("gpu_exporter_reload_success{setting=\"collectors\"} 0\n", scraper))
                    .contains("DCGM_FI_DEV_GPU_TEMP{");
        }
    }

    private RunningProgram start() {
        return Dist.start("--collectors", folder.resolve("counters.csv").toString());
    }

    private void write(String counters) throws IOException {
        Files.writeString(folder.resolve("counters.csv"), counters);
    }

    private static String pageWith(String line, Scraper scraper) throws IOException, InterruptedException {
        return scraper.textThat(page -> page.contains(line));
    }
}
