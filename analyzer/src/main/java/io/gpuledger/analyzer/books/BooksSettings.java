package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.Prices;
import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.booking.Selector;
import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The settings by which the books are kept.
///
/// @param interval how often the open hours are booked again
/// @param reach how far back hours are booked, which is as far as samples are kept
public record BooksSettings(Duration interval, Duration reach, Rules rules) {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern COMMA = Pattern.compile(",");

    static final Setting<Duration> INTERVAL = Setting.duration(
                    "booking-interval", "How often the hours that are still open are booked again.")
            .that(interval -> interval.compareTo(Duration.ofSeconds(1)) >= 0, "a second or longer")
            .or("1m");
    static final Setting<Duration> IDLE_AFTER = idleAfter(
            "idle-after", "The shortest quiet run that counts as idle, of pods that are no notebooks.", "30m");
    static final Setting<Duration> NOTEBOOK_IDLE_AFTER =
            idleAfter("notebook-idle-after", "The shortest quiet run of a notebook that counts as idle.", "1h");
    static final Setting<List<String>> MAINTENANCE_TAINTS = Setting.list(
                    "maintenance-taints",
                    "KEY,...",
                    "Taints that say that a node was taken out on purpose.",
                    BooksSettings::words)
            .or("gpu-ledger.io/maintenance");
    static final Setting<Selector> PLACEHOLDERS = Setting.list(
            "placeholder-selector",
            "LABEL=VALUE,...",
            "Labels of pods that only keep room for others: GPUs that nobody else holds are withheld.",
            Selector::parse);
    static final Setting<String> TEAM_LABEL = Setting.text(
                    "team-label",
                    "The label of pods and namespaces that names the team that pays. Where it is missing, the namespace"
                            + " stands for its team.")
            .or("team");
    static final Setting<Map<String, String>> TEAMS = Setting.parsed(
            "teams-file", "FILE", "Lines of a namespace and its team, which come before labels.", BooksSettings::teams);
    static final Setting<Prices> PRICES = Setting.parsed(
            "prices-file",
            "FILE",
            "Prices of GPUs or nodes; docs/ledger.md shows what they look like. Without, books have no money.",
            PriceFile::open);

    public static final List<Setting<?>> ALL = List.of(
            INTERVAL, IDLE_AFTER, NOTEBOOK_IDLE_AFTER, MAINTENANCE_TAINTS, PLACEHOLDERS, TEAM_LABEL, TEAMS, PRICES);

    private static Setting<Duration> idleAfter(String name, String description, String usual) {
        return Setting.duration(name, description)
                .that(
                        after -> after.compareTo(Duration.ofMinutes(1)) >= 0
                                && after.compareTo(Duration.ofHours(24)) <= 0,
                        "between a minute and a day")
                .or(usual);
    }

    private static List<String> words(String text) {
        return COMMA.splitAsStream(text)
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /// Reads the teams' file. Throws [BadSettingsException] with all lines that are not a namespace and its team.
    private static Map<String, String> teams(String file) {
        var teams = new HashMap<String, String>();
        var problems = new ArrayList<String>();
        try {
            var lines = SmallFile.read(Path.of(file)).lines().toList();
            for (var number = 1; number <= lines.size(); number++) {
                var line = lines.get(number - 1).replaceFirst("#.*", "").strip();
                var words = SPACES.splitAsStream(line).toList();
                if (words.size() == 2) {
                    teams.put(words.getFirst(), words.getLast());
                } else if (!line.isEmpty()) {
                    problems.add("%s:%d: `%s` is not a namespace and its team".formatted(file, number, line));
                }
            }
        } catch (IOException e) {
            problems.add("teams-file: cannot read " + file + ": " + SmallFile.why(e));
        }
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return teams;
    }

    /// Returns the annotations by which the books find out who pays.
    public static Annotations annotations(Settings settings) {
        return new Annotations(Set.of(settings.get(TEAM_LABEL)));
    }

    /// Reads the settings of the books.
    ///
    /// @param reach how long samples are kept
    public static BooksSettings from(Settings settings, Duration reach) {
        return new BooksSettings(
                settings.get(INTERVAL),
                reach,
                new Rules(
                        settings.get(IDLE_AFTER),
                        settings.get(NOTEBOOK_IDLE_AFTER),
                        Set.copyOf(settings.get(MAINTENANCE_TAINTS)),
                        settings.find(PLACEHOLDERS).orElse(Selector.NONE),
                        new Teams(settings.get(TEAM_LABEL), settings.find(TEAMS).orElse(Map.of())),
                        settings.find(PRICES).orElse(Prices.NONE)));
    }
}
