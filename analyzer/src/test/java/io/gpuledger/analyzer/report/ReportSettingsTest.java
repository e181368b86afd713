package io.gpuledger.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportSettingsTest {
    private static final Instant NOW = Instant.parse("2026-11-23T09:30:00Z");

    private static Settings settings(String... args) {
        var program = new Declaration("gpu-analyzer", "", List.of(), ReportSettings.ALL);
        return ((Invocation.Run) Invocation.of(program, Map.of(), args)).settings();
    }

    @Test
    void left_out_it_is_the_last_week_on_standard_output() {
        assertThat(ReportSettings.from(settings("--team", "speech"), NOW))
                .isEqualTo(new ReportSettings("speech", Week.parse("2026-W47"), Optional.empty()));
    }

    @Test
    void everything_can_be_set() {
        var set = ReportSettings.from(settings("--team", "x", "--week", "2026-W30", "--out", "a.csv"), NOW);

        assertThat(set).isEqualTo(new ReportSettings("x", Week.parse("2026-W30"), Optional.of(Path.of("a.csv"))));
        assertThat(set.isTable()).isTrue();
    }

    @Test
    void all_that_is_wrong_is_said_at_once() {
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> ReportSettings.from(settings("--week", "2026-W48"), NOW))
                .satisfies(e -> assertThat(e.problems())
                        .containsExactly(
                                "team must be given: --team TEXT",
                                "week 2026-W48 is not over before 2026-11-30T00:00:00Z: the last that is over is"
                                        + " 2026-W47"));
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> settings("--week", "47", "--out", "report.pdf"))
                .satisfies(e -> assertThat(e.problems())
                        .anyMatch(problem -> problem.contains("must be a week of a year, as 2026-W47"))
                        .anyMatch(problem -> problem.contains("must be a file that ends with .txt or .csv")));
    }
}
