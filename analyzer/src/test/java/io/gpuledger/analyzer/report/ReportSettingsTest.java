package io.gpuledger.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.report.Edition.OfFleet;
import io.gpuledger.analyzer.report.Edition.OfTeam;
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
    void left_out_it_is_a_text_of_the_last_week_on_standard_output() {
        assertThat(ReportSettings.from(settings("--team", "speech"), NOW))
                .isEqualTo(new ReportSettings(
                        new OfTeam("speech"), Week.parse("2026-W47"), ReportFormat.TEXT, Optional.empty()));
    }

    @Test
    void everything_can_be_set() {
        assertThat(ReportSettings.from(
                        settings("--fleet", "--week", "2026-W30", "--out", "a.txt", "--format", "html"), NOW))
                .isEqualTo(new ReportSettings(
                        new OfFleet(), Week.parse("2026-W30"), ReportFormat.HTML, Optional.of(Path.of("a.txt"))));
    }

    @Test
    void a_file_says_by_its_name_what_it_is() {
        assertThat(ReportSettings.from(settings("--fleet", "--out", "a.csv"), NOW)
                        .format())
                .isEqualTo(ReportFormat.CSV);
        assertThat(ReportSettings.from(settings("--fleet", "--out", "a.html"), NOW)
                        .format())
                .isEqualTo(ReportFormat.HTML);
    }

    @Test
    void all_that_is_wrong_is_said_at_once() {
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> ReportSettings.from(settings("--week", "2026-W48", "--out", "report.pdf"), NOW))
                .satisfies(e -> assertThat(e.problems())
                        .containsExactly(
                                "either team or fleet must be given: --team TEXT or --fleet",
                                "out report.pdf does not end with .txt, .html or .csv: say what it is with --format",
                                "week 2026-W48 is not over before 2026-11-30T00:00:00Z: the last that is over is"
                                        + " 2026-W47"));
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> ReportSettings.from(settings("--team", "x", "--fleet"), NOW))
                .satisfies(e -> assertThat(e.problems())
                        .containsExactly("either team or fleet must be given: --team TEXT or --fleet"));
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> settings("--week", "47"))
                .satisfies(e -> assertThat(e.problems())
                        .anyMatch(problem -> problem.contains("must be a week of a year, as 2026-W47")));
    }
}
