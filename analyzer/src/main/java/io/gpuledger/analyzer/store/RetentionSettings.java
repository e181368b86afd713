package io.gpuledger.analyzer.store;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// Settings of how long samples and the entries that are booked by them are kept.
///
/// @param raw how long samples are kept; older ones are dropped, by whole days
/// @param entries how long entries are kept; they are never dropped before the samples that they were booked by
/// @param watermark how full the disk may be, as a fraction of it
public record RetentionSettings(Duration raw, Duration entries, double watermark) {
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3})%");

    static final Setting<Duration> RAW = Setting.duration(
                    "retention-raw",
                    "How long samples are kept. Older days are dropped, one an hour, older samples refused.")
            .that(raw -> raw.compareTo(Duration.ofDays(1)) >= 0, "a day or longer")
            .or("14d");
    static final Setting<Duration> ENTRIES = Setting.duration(
                    "retention-entries",
                    "How long the books are kept. Older weeks are dropped, but none that samples are kept of.")
            .that(entries -> entries.compareTo(Duration.ofDays(1)) >= 0, "a day or longer")
            .or("400d");
    static final Setting<Double> WATERMARK = Setting.parsed(
                    "disk-watermark",
                    "PERCENT",
                    "How full the disk of the embedded database may get, before the oldest day of samples is dropped:"
                            + " one a minute for as long as that makes room, and none where others fill the disk.",
                    RetentionSettings::percent)
            .or("90%");

    public static final List<Setting<?>> ALL = List.of(RAW, ENTRIES, WATERMARK);

    public RetentionSettings {
        entries = entries.compareTo(raw) < 0 ? raw : entries;
    }

    public static RetentionSettings from(Settings settings) {
        return new RetentionSettings(settings.get(RAW), settings.get(ENTRIES), settings.get(WATERMARK));
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
