package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.report.Edition.OfFleet;
import io.gpuledger.analyzer.report.Edition.OfTeam;
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
public record ReportSettings(Edition edition, Week week, ReportFormat format, Optional<Path> out) {
    public static final Setting<String> TEAM = Setting.text("team", "report, mail: of which team.");
    static final Setting<Boolean> FLEET =
            Setting.onOff("fleet", "report: of the whole fleet, as the platform team gets it.");
    public static final Setting<Week> WEEK = Setting.parsed(
            "week",
            "YYYY-Wnn",
            "report, mail: of which week, as ISO 8601 counts them. Left out: the last that is over.",
            Week::parse);
    static final Setting<ReportFormat> FORMAT = Setting.choice(
            "format",
            ReportFormat.class,
            ReportFormat::word,
            "report: what it is written as. Left out: what the file of `--out` ends with, else a text.");
    static final Setting<Path> OUT = Setting.file(
            "out",
            "report: where to. A file that ends with .txt, .html, .csv or .eml says by that what it is. The picture of"
                    + " an .html is written beside it. Left out: to standard output.");

    public static final List<Setting<?>> ALL = List.of(TEAM, FLEET, WEEK, FORMAT, OUT);

    /// Reads the settings. Throws [BadSettingsException] with all that is wrong: where it is not said whose
    /// report it is, what it is to be written as, or where the week is not over.
    public static ReportSettings from(Settings settings, Instant now) {
        var problems = new ArrayList<String>();
        var team = settings.find(TEAM).filter(name -> !name.isBlank());
        var isFleet = settings.get(FLEET);
        if (team.isPresent() == isFleet) {
            problems.add("either team or fleet must be given: --team TEXT or --fleet");
        }
        var out = settings.find(OUT);
        var format = settings.find(FORMAT)
                .or(() -> out.isEmpty() ? Optional.of(ReportFormat.TEXT) : ReportFormat.of(String.valueOf(out.get())));
        if (format.isEmpty()) {
            problems.add("out %s does not end with .txt, .html or .csv: say what it is with --format"
                    .formatted(out.orElseThrow()));
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
        var edition = isFleet ? new OfFleet() : new OfTeam(team.orElseThrow());
        return new ReportSettings(edition, week, format.orElseThrow(), out);
    }
}
