package io.gpuledger.analyzer.store.database;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// How long samples are kept.
///
/// @param raw older ones are dropped, by whole days
/// @param watermark how full the disk may be, as a part of it
public record RetentionSettings(Duration raw, double watermark) {
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3})%");

    static final Setting<Duration> RAW = Setting.duration(
                    "retention-raw", "How long samples are kept. Older days are dropped, older samples refused.")
            .that(raw -> raw.compareTo(Duration.ofDays(1)) >= 0, "a day or longer")
            .or("14d");
    static final Setting<Double> WATERMARK = Setting.parsed(
                    "disk-watermark",
                    "PERCENT",
                    "How full the disk of the embedded database may get, before the oldest day of samples is dropped.",
                    RetentionSettings::percent)
            .or("90%");

    public static final List<Setting<?>> ALL = List.of(RAW, WATERMARK);

    public static RetentionSettings from(Settings settings) {
        return new RetentionSettings(settings.get(RAW), settings.get(WATERMARK));
    }

    private static double percent(String text) {
        var match = PERCENT.matcher(text);
        if (match.matches()) {
            var percent = Integer.parseInt(match.group(1));
            if (percent >= 1 && percent <= 100) {
                return percent / 100.0;
            }
        }
        throw new IllegalArgumentException("must be a percentage from 1% to 100%");
    }
}
