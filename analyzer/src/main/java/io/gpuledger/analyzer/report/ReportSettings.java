package io.gpuledger.analyzer.report;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The settings of the command `report`.
///
/// @param out the file to write to; empty for standard output
public record ReportSettings(String team, Week week, Optional<Path> out) {
    public static final Setting<String> TEAM = Setting.text("team", "report, mail: of which team.");
    public static final Setting<Week> WEEK = Setting.parsed(
            "week",
            "YYYY-Wnn",
            "report, mail: of which week, as ISO 8601 counts them. Left out: the last that is over.",
            Week::parse);
    static final Setting<Path> OUT = Setting.file(
                    "out", "report: where to, a text (.txt) or a table (.csv). Left out: a text, to standard output.")
            .that(
                    file -> file.toString().endsWith(".txt") || file.toString().endsWith(".csv"),
                    "a file that ends with .txt or .csv");

    public static final List<Setting<?>> ALL = List.of(TEAM, WEEK, OUT);

    /// Reads the settings. Throws [BadSettingsException] where the team is missing, or the week is not over.
    public static ReportSettings from(Settings settings, Instant now) {
        var problems = new ArrayList<String>();
        var team = settings.find(TEAM).filter(name -> !name.isBlank());
        if (team.isEmpty()) {
            problems.add("team must be given: --team TEXT");
        }
        var last = Week.before(now);
        var week = settings.find(WEEK).orElse(last);
        if (week.end().isAfter(now)) {
            problems.add(
                    "week %s is not over before %s: the last that is over is %s".formatted(week, week.end(), last));
        }
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return new ReportSettings(team.orElseThrow(), week, settings.find(OUT));
    }

    /// Whether a table is wanted.
    public boolean isTable() {
        return out.filter(file -> file.toString().endsWith(".csv")).isPresent();
    }
}
