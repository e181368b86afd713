package io.gpuledger.exporter.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuledger.service.settings.BadSettingsException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountersFileTest {
    private static Counters read(String... lines) {
        return CountersFile.parse("counters.csv", String.join("\n", lines) + "\n");
    }

    private static List<String> problems(String... lines) {
        try {
            read(lines);
            return List.of();
        } catch (BadSettingsException e) {
            return e.problems();
        }
    }

    @Test
    void each_line_is_a_metric_or_a_label() {
        var counters = read(
                "# a comment",
                "",
                "DCGM_FI_DEV_GPU_TEMP,    gauge, GPU temperature (in C).",
                "DCGM_FI_DEV_DEC_UTIL ,   gauge, Decoder utilization (in %).",
                "DCGM_FI_DRIVER_VERSION,  label, Driver Version");
        assertThat(counters.metrics())
                .extracting(Counter::name, Counter::type, Counter::help)
                .containsExactly(
                        tuple("DCGM_FI_DEV_GPU_TEMP", Counter.Type.GAUGE, "GPU temperature (in C)."),
                        tuple("DCGM_FI_DEV_DEC_UTIL", Counter.Type.GAUGE, "Decoder utilization (in %)."));
        assertThat(counters.labels()).extracting(Counter::name).containsExactly("DCGM_FI_DRIVER_VERSION");
        assertThat(counters.warnings()).isEmpty();
    }

    @Test
    void a_metric_is_called_what_the_file_calls_it() {
        var counters = read(
                "DCGM_FI_DEV_GPU_UTIL_RATIO, gauge, since DCGM 4.6",
                "DCGM_FI_DEV_GPU_UTIL, gauge, before",
                "dcgm_gpu_utilization, gauge, of dcgm-exporter 1.x");
        assertThat(counters.metrics())
                .extracting(Counter::name)
                .containsExactly("DCGM_FI_DEV_GPU_UTIL_RATIO", "DCGM_FI_DEV_GPU_UTIL", "dcgm_gpu_utilization");
        assertThat(counters.metrics())
                .extracting(counter -> counter.field().id().orElseThrow())
                .containsOnly(203);
    }

    @ParameterizedTest
    @CsvSource({
        "DCGM_FI_DEV_POWER_USAGE, DCGM_FI_DEV_BOARD_POWER_WATTS, 155",
        "DCGM_FI_DEV_GPU_TEMP, DCGM_FI_DEV_GPU_TEMP_CELSIUS, 150",
        "DCGM_FI_DEV_XID_ERRORS, DCGM_FI_DEV_XID_ERROR, 230",
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE, DCGM_FI_PROF_GR_ENGINE_UTIL_RATIO, 1001",
        "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE, DCGM_FI_PROF_TENSOR_UTIL_RATIO, 1004",
        "DCGM_FI_PROF_DRAM_ACTIVE, DCGM_FI_PROF_DRAM_UTIL_RATIO, 1005",
        "DCGM_FI_DEV_ROW_REMAP_FAILURE, DCGM_FI_DEV_ROW_REMAP_FAILED, 395",
        "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL, DCGM_FI_DEV_NVLINK_THROUGHPUT_TOTAL, 449",
    })
    void dcgm_4_6_renamed_fields_and_both_names_are_known(String before, String since, int id) {
        assertThat(Field.named(before)).isPresent().isEqualTo(Field.named(since));
        assertThat(Field.named(before).orElseThrow().id()).hasValue(id);
        assertThat(Field.named(before).orElseThrow().name()).isEqualTo(before);
    }

    @Test
    void all_that_is_wrong_is_told_at_once_with_its_line() {
        assertThat(problems(
                        "DCGM_FI_DEV_GPU_TMP, gauge, Temperature.",
                        "# DCGM_FI_NONSENSE, gauge, a comment is no problem",
                        "DCGM_FI_DEV_GPU_TEMP, gauge",
                        "DCGM_FI_DEV_SM_CLOCK, gauge, clock, in MHz",
                        "DCGM_FI_DEV_MEM_CLOCK, gage, clock",
                        "DCGM_FI_DEV_POWER_USAGE gauge power",
                        "DCGM_FI_DEV_SERIAL, gauge, Serial number",
                        "DCGM_FI_DEV_FB_USED, gauge, \"used",
                        "NOT_A_FIELD_AT_ALL, gauge, what"))
                .containsExactly(
                        "counters.csv:1: unknown field DCGM_FI_DEV_GPU_TMP; did you mean DCGM_FI_DEV_GPU_TEMP?",
                        "counters.csv:3: needs three columns (field, type, help), and has 2",
                        "counters.csv:4: needs three columns (field, type, help), and has 4",
                        "counters.csv:5: type must be one of gauge, counter, histogram, summary, label, not 'gage'",
                        "counters.csv:6: needs three columns (field, type, help), and has 1",
                        "counters.csv:7: DCGM_FI_DEV_SERIAL is a text: its type must be label",
                        "counters.csv:8: a quote has to enclose a whole column",
                        "counters.csv:9: unknown field NOT_A_FIELD_AT_ALL");
    }

    @Test
    void a_line_can_be_wrong_twice() {
        assertThat(problems("DCGM_X, guage, y")).hasSize(2).allMatch(problem -> problem.startsWith("counters.csv:1: "));
    }

    @Test
    void a_column_in_quotes_may_hold_commas_and_quotes() {
        assertThat(read("DCGM_FI_DEV_GPU_TEMP,gauge, \"Temperature, as the \"\"die\"\" has it\"")
                        .metrics())
                .extracting(Counter::help)
                .containsExactly("Temperature, as the \"die\" has it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uFEFFDCGM_FI_DEV_GPU_TEMP, gauge, t\n", "DCGM_FI_DEV_GPU_TEMP, gauge, t\r\n\r\n# c\r\n"})
    void files_from_windows_are_read_too(String text) {
        assertThat(CountersFile.parse("counters.csv", text).metrics())
                .extracting(Counter::name, Counter::help)
                .containsExactly(tuple("DCGM_FI_DEV_GPU_TEMP", "t"));
    }

    @Test
    void of_a_metric_that_stands_there_twice_the_first_counts() {
        var counters = read("DCGM_FI_DEV_GPU_TEMP, gauge, one", "", "DCGM_FI_DEV_GPU_TEMP, counter, two");
        assertThat(counters.metrics()).extracting(Counter::help).containsExactly("one");
        assertThat(counters.warnings())
                .containsExactly("counters.csv:3: DCGM_FI_DEV_GPU_TEMP stands in line 1 already, which counts");
    }

    @Test
    void a_file_without_a_metric_is_odd_but_not_wrong() {
        assertThat(read("# nothing").warnings()).containsExactly("counters.csv asks for no metric of dcgm-exporter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default-counters.csv", "dcp-metrics-included.csv", "1.x-compatibility-metrics.csv"})
    void dcgm_exporter_s_own_lists_can_be_followed_to_the_last_line_that_they_leave_out(String list) throws Exception {
        try (var resource = Field.class.getResourceAsStream(list)) {
            var text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(CountersFile.parse(list, text).warnings()).isEmpty();
            var all = text.lines()
                    .map(line -> line.replaceFirst("^# (?=(DCGM_|dcgm_)\\w+, )", ""))
                    .collect(Collectors.joining("\n"));
            var counters = CountersFile.parse(list, all);
            var lines =
                    all.lines().filter(line -> line.matches("(DCGM_|dcgm_).*")).count();
            assertThat(Stream.concat(counters.metrics().stream(), counters.labels().stream()))
                    .hasSize((int) lines);
            assertThat(counters.warnings()).isEmpty();
        }
    }
}
