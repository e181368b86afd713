package io.gpuledger.simulator.play;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.script.BadScriptException;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/// A story that a seed draws or that somebody wrote, and when it plays. Whoever gives the same gets the same.
public record PlaySettings(int nodes, long seed, Optional<String> script, Span span) {
    static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes the fleet has.")
            .that(nodes -> nodes >= 1 && nodes <= 20_000, "1 to 20000")
            .or("16");
    static final Setting<Long> SEED = Setting.whole(
                    "seed",
                    "What the fleet and its life are drawn from: the same"
                            + " seed, number of nodes and days are the same story.")
            .or("1");
    static final Setting<String> SCRIPT = Setting.parsed(
            "script",
            "FILE",
            "The fleet and its life as somebody wrote them, in place of what the seed would draw.",
            PlaySettings::read);
    static final Setting<LocalDate> TODAY = Setting.parsed(
            "today", "YYYY-MM-DD", "The day that days and days-ahead count from. Left out: today, in UTC.", text -> {
                try {
                    return LocalDate.parse(text);
                } catch (DateTimeException e) {
                    throw new IllegalArgumentException("must be a day like 2026-11-30", e);
                }
            });
    static final Setting<Long> DAYS = Setting.whole("days", "How many days before today the story begins.")
            .that(days -> days >= 0 && days <= 400, "0 to 400")
            .or("14");
    static final Setting<Long> AHEAD = Setting.whole(
                    "days-ahead", "How many days, today included, the story still lasts.")
            .that(days -> days >= 1 && days <= 400, "1 to 400")
            .or("7");

    public static final List<Setting<?>> ALL = List.of(NODES, SEED, SCRIPT, TODAY, DAYS, AHEAD);

    public static PlaySettings from(Settings settings, Instant now) {
        var today =
                settings.find(TODAY).orElseGet(() -> now.atZone(ZoneOffset.UTC).toLocalDate());
        return new PlaySettings(
                Math.toIntExact(settings.get(NODES)),
                settings.get(SEED),
                settings.find(SCRIPT),
                new Span(midnight(today.minusDays(settings.get(DAYS))), midnight(today.plusDays(settings.get(AHEAD)))));
    }

    private static long midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    }

    private static String read(String file) {
        try {
            return SmallFile.read(Path.of(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read: " + e.getMessage(), e);
        }
    }

    /// What the story is told by: of two that have the same it is the same.
    public String identity() {
        return "%s, from %s to %s"
                .formatted(
                        script.map(text -> "a script of %,d characters, number %08x"
                                        .formatted(text.length(), text.hashCode()))
                                .orElseGet(() -> "seed %d, %d nodes".formatted(seed, nodes)),
                        Instant.ofEpochSecond(span.from()),
                        Instant.ofEpochSecond(span.to()));
    }

    public Story story() {
        return script.map(this::written).orElseGet(() -> Drawing.of(seed, nodes, span));
    }

    private Story written(String text) {
        try {
            return Script.read(text, span);
        } catch (BadScriptException e) {
            throw new BadSettingsException(String.valueOf(e.getMessage())
                    .lines()
                    .map(problem -> "script: " + problem)
                    .toList());
        }
    }
}
