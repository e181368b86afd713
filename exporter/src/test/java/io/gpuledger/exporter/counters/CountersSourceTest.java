package io.gpuledger.exporter.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.counters.CountersSource.BuiltIn;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountersSourceTest {
    @TempDir
    private Path folder;

    private static CountersSource source(Map<String, String> environment, String... flags) {
        var declaration = new Declaration("gpu-exporter", "Exports.", List.of(), CountersSettings.ALL);
        return CountersSettings.from(((Invocation.Run) Invocation.of(declaration, environment, flags)).settings());
    }

    private static List<String> problems(String... flags) {
        try {
            source(Map.of(), flags);
            return List.of();
        } catch (BadSettingsException e) {
            return e.problems();
        }
    }

    @Test
    void without_a_file_it_is_dcgm_exporter_s_default_list() {
        var counters = source(Map.of()).read();
        assertThat(counters.metrics()).hasSize(25).extracting(Counter::name).contains("DCGM_FI_DEV_GPU_UTIL");
        assertThat(counters.labels()).extracting(Counter::name).containsExactly("DCGM_FI_DRIVER_VERSION");
    }

    @Test
    void a_file_is_named_as_dcgm_exporter_has_it_named() throws IOException {
        var file = Files.writeString(folder.resolve("mine.csv"), "DCGM_FI_DEV_FB_TOTAL, gauge, all of it\n");
        var expected = new CountersSource.File(file);
        assertThat(source(Map.of(), "-f", file.toString())).isEqualTo(expected);
        assertThat(source(Map.of(), "--collectors=" + file)).isEqualTo(expected);
        assertThat(source(Map.of("DCGM_EXPORTER_COLLECTORS", file.toString()))).isEqualTo(expected);
        assertThat(expected.read().metrics()).extracting(Counter::name).containsExactly("DCGM_FI_DEV_FB_TOTAL");
    }

    @Test
    void the_lists_in_dcgm_exporter_s_image_are_built_in() {
        assertThat(source(Map.of(), "-f", "/etc/dcgm-exporter/dcp-metrics-included.csv"))
                .isEqualTo(new BuiltIn("dcp-metrics-included.csv"));
        assertThat(problems("-f", "/etc/dcgm-exporter/mine.csv"))
                .singleElement()
                .asString()
                .contains("must be a file that this process can read");
    }

    @Test
    void each_problem_of_a_bad_file_is_one_of_the_settings() throws IOException {
        var file =
                Files.writeString(folder.resolve("mine.csv"), "DCGM_FI_DEV_FB_TOTL, gauge, x\nDCGM_FI_DEV_FB_USED\n");
        assertThat(problems("-f", file.toString(), "--nonsense"))
                .containsExactly(
                        "unknown flag --nonsense",
                        file + ":1: unknown field DCGM_FI_DEV_FB_TOTL; did you mean DCGM_FI_DEV_FB_TOTAL?",
                        file + ":2: needs three columns (field, type, help), and has 1");
    }
}
