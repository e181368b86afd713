package io.gpuledger.exporter.top;

import io.gpuledger.exporter.top.screen.Sort;
import io.gpuledger.exporter.top.source.SourceSettings;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// How a node is looked at.
///
/// @param interval between two looks, and what activity is reckoned over
public record TopSettings(
        boolean once, boolean json, Duration interval, Coloring color, Sort sort, String filter, boolean direct) {
    /// Whether there are colours.
    public enum Coloring {
        /// On a terminal that has them, unless NO_COLOR is set.
        AUTO,
        ALWAYS,
        NEVER
    }

    private static final Setting<Boolean> ONCE = Setting.onOff(
            "once", "With top: prints the table once, and ends. So it does by itself where it is not on a terminal.");
    public static final Setting<Boolean> JSON = Setting.onOff(
            "json", "With top: prints each look as a JSON document in a line. With doctor: prints all as one.");
    private static final Setting<Duration> INTERVAL = Setting.duration(
                    "interval", "With top: how often it looks, and what activity is reckoned over.")
            .that(TopSettings::isInterval, "from 500ms to 1m")
            .or("2s");
    private static final Setting<Coloring> COLOR = Setting.choice(
                    "color",
                    Coloring.class,
                    "With top: whether there are colours. auto is on a terminal that has them, unless NO_COLOR is set.")
            .or("auto");
    private static final Setting<Sort> SORT = Setting.choice(
                    "sort", Sort.class, Sort::word, "With top: what GPUs are sorted by at first.")
            .or("gpu");
    private static final Setting<String> FILTER = Setting.text(
                    "filter", "With top: shows only what somebody holds whose name has this in it.")
            .or("");
    private static final Setting<Boolean> DIRECT = Setting.onOff(
            "direct", "With top: reads the GPUs of this machine itself, by --backend, instead of asking an exporter.");

    public static final List<Setting<?>> ALL = Stream.concat(
                    SourceSettings.ALL.stream(), Stream.of(ONCE, JSON, INTERVAL, COLOR, SORT, FILTER, DIRECT))
            .<Setting<?>>map(setting -> setting)
            .toList();

    public static TopSettings from(Settings settings) {
        return new TopSettings(
                settings.get(ONCE),
                settings.get(JSON),
                settings.get(INTERVAL),
                settings.get(COLOR),
                settings.get(SORT),
                settings.get(FILTER),
                settings.get(DIRECT));
    }

    private static boolean isInterval(Duration interval) {
        return interval.compareTo(Duration.ofMillis(500)) >= 0 && interval.compareTo(Duration.ofMinutes(1)) <= 0;
    }
}
