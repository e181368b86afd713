package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// Says what senders may send.
///
/// @param bodyBytesMax of a request as it comes
/// @param messageBytesMax of a request once it is decompressed
/// @param requestsMax that are read and kept at the same time: with the other two, what senders can take of the memory
/// @param seriesMax whose slots are remembered
/// @param maxAge of a sample
/// @param timeout for a request, its body and its answer
public record WriteSettings(
        int bodyBytesMax, int messageBytesMax, int requestsMax, int seriesMax, Duration maxAge, Duration timeout) {
    private static final Setting<Long> BODY = bytes(
                    "remote-write-max-body", "The longest request of remote write, in bytes as it is sent.")
            .or("8388608");
    private static final Setting<Long> MESSAGE = bytes(
                    "remote-write-max-message",
                    "The longest request of remote write, in bytes once it is decompressed.")
            .or("16777216");
    private static final Setting<Long> REQUESTS = Setting.whole(
                    "remote-write-max-requests",
                    "How many requests of remote write are taken at the same time, once they are here; others wait,"
                            + " and get 503 after some seconds.")
            .that(count -> count >= 1 && count <= 1_000, "from 1 to 1000")
            .or("16");
    private static final Setting<Long> SERIES = Setting.whole(
                    "remote-write-max-series",
                    "How many series of remote write are remembered, at some 26 bytes each; when there are more, all"
                            + " are looked up anew.")
            .that(count -> count >= 10_000 && count <= 100_000_000, "from 10000 to 100000000")
            .or("6291456");
    private static final Setting<Duration> MAX_AGE = Setting.duration(
                    "remote-write-max-age",
                    "How old a sample of remote write may be; older ones are refused. Left out: as old as samples are"
                            + " kept (retention-raw).")
            .that(age -> age.compareTo(Duration.ofMinutes(1)) >= 0, "1m or longer");
    private static final Setting<Duration> TIMEOUT = Setting.duration(
                    "remote-write-timeout",
                    "How long a request of remote write may take from its first byte to the end of its answer; then its"
                            + " connection is cut, and its sender tries again.")
            .that(Duration::isPositive, "1ms or longer")
            .or("25s");

    public static final List<Setting<?>> ALL = List.of(BODY, MESSAGE, REQUESTS, SERIES, MAX_AGE, TIMEOUT);

    private static Setting<Long> bytes(String key, String description) {
        return Setting.whole(key, description)
                .that(count -> count >= 1_024 && count <= 1L << 30, "from 1024 to 1073741824");
    }

    /// Throws [BadSettingsException] where samples are to be taken that are not kept.
    ///
    /// @param raw how long samples are kept
    public static WriteSettings from(Settings settings, Duration raw) {
        var age = settings.find(MAX_AGE).orElse(raw);
        if (age.compareTo(raw) > 0) {
            throw new BadSettingsException(List.of(
                    "remote-write-max-age is %s, and retention-raw only %s: samples would be taken that are not kept"
                            .formatted(words(age), words(raw))));
        }
        return new WriteSettings(
                settings.get(BODY).intValue(),
                settings.get(MESSAGE).intValue(),
                settings.get(REQUESTS).intValue(),
                settings.get(SERIES).intValue(),
                age,
                settings.get(TIMEOUT));
    }

    private static String words(Duration time) {
        var days = time.toDays();
        return Duration.ofDays(days).equals(time)
                ? days + "d"
                : time.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
