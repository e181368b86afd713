package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.dcgm.DcgmScript;
import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packaged exporter on an A100, which has no GPM: what NVML gives of it, what DCGM does, and both.
class DcgmIT {
    @TempDir
    private Path folder;

    private LibraryDouble nvml;
    private LibraryDouble dcgm;

    @BeforeEach
    void makeDoubles() throws IOException, InterruptedException {
        nvml = LibraryDouble.ofNvml(folder.resolve("nvml"))
                .says(NvmlScript.of("a100"))
                .says(NvmlScript.gpus(1));
        dcgm = LibraryDouble.ofDcgm(folder.resolve("dcgm"))
                .says(DcgmScript.a100(1))
                .says("gpu0", "field.54", NvmlScript.uuid(0));
    }

    private RunningProgram start(String... more) {
        var arguments = new ArrayList<>(List.of(
                "--listen",
                "127.0.0.1:0",
                "--nvml-library",
                nvml.library().toString(),
                "--dcgm-library",
                dcgm.library().toString()));
        arguments.addAll(List.of(more));
        return new PackagedProgram("gpu-exporter").start(arguments.toArray(String[]::new));
    }

    private static boolean has(Map<String, Double> page, String family, String label) {
        return page.keySet().stream().anyMatch(series -> series.startsWith(family + "{") && series.contains(label));
    }

    private static boolean isActive(Map<String, Double> page) {
        return page.entrySet().stream()
                .anyMatch(
                        series -> series.getKey().startsWith("gpu_sm_active_seconds_total{") && series.getValue() > 0);
    }

    private static boolean comesFrom(Map<String, Double> page, String reading, String source) {
        return has(page, "gpu_exporter_source_info", "reading=\"%s\",source=\"%s\"".formatted(reading, source));
    }

    @Test
    void nvml_alone_gives_no_profiling_and_says_so() throws IOException, InterruptedException {
        try (var exporter = start("--backend", "nvml");
                var scraper = new Scraper(exporter)) {
            var page = scraper.seriesThat(ready -> has(ready, "gpu_power_watts", "gpu=\"0\""));
            assertThat(has(page, "gpu_exporter_unsupported", "reading=\"sm_active\",reason=\"not_supported\""))
                    .isTrue();
            assertThat(has(page, "DCGM_FI_PROF_GR_ENGINE_ACTIVE", "")).isFalse();
        }
    }

    @Test
    void dcgm_alone_gives_all_of_it() throws IOException, InterruptedException {
        try (var exporter = start("--backend", "dcgm");
                var scraper = new Scraper(exporter)) {
            var page = scraper.seriesThat(DcgmIT::isActive);
            assertThat(has(page, "DCGM_FI_PROF_GR_ENGINE_ACTIVE", "gpu=\"0\"")).isTrue();
            assertThat(comesFrom(page, "sm_active", "dcgm 1002")).isTrue();
            assertThat(comesFrom(page, "power", "dcgm 155")).isTrue();
        }
    }

    @Test
    void both_give_what_nvml_has_by_nvml_and_the_rest_by_dcgm() throws IOException, InterruptedException {
        var counters = Files.writeString(
                folder.resolve("counters.csv"),
                "DCGM_FI_PROF_SM_ACTIVE, gauge, SM activity.\nDCGM_FI_DEV_VIRTUAL_MODE, gauge, Mode.\n");
        dcgm.says("gpu0", "field.500", "0");
        try (var exporter = start("--backend", "auto", "--collectors", counters.toString());
                var scraper = new Scraper(exporter)) {
            var page = scraper.seriesThat(both -> isActive(both) && has(both, "DCGM_FI_DEV_VIRTUAL_MODE", "gpu=\"0\""));
            assertThat(comesFrom(page, "sm_active", "dcgm 1002")).isTrue();
            assertThat(comesFrom(page, "power", "nvmlDeviceGetPowerUsage")).isTrue();
            assertThat(comesFrom(page, "busy", "nvmlDeviceGetSamples")).isTrue();
            assertThat(has(page, "DCGM_FI_PROF_SM_ACTIVE", "gpu=\"0\"")).isTrue();
        }
    }

    @Test
    void without_dcgm_auto_is_nvml_and_says_what_is_missing() throws IOException, InterruptedException {
        Files.delete(dcgm.library());
        try (var exporter = start("--backend", "auto");
                var scraper = new Scraper(exporter)) {
            var page = scraper.seriesThat(ready -> has(ready, "gpu_power_watts", "gpu=\"0\""));
            assertThat(page).containsEntry("gpu_exporter_backend_state{backend=\"dcgm\",state=\"no_library\"}", 1.0);
            assertThat(page).containsEntry("gpu_exporter_backend_state{backend=\"nvml\",state=\"ready\"}", 1.0);
        }
    }
}
