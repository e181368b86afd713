package io.gpuledger.analyzer.store.spool;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;
import java.util.regex.Pattern;

/// Says how much is kept of what the database has not taken yet.
///
/// @param bytesMax of files
public record SpoolSettings(long bytesMax) {
    private static final long LEAST = 16 << 20;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})(KiB|MiB|GiB|TiB)");

    static final Setting<Long> MAX_SIZE = Setting.parsed(
                    "spool-max-size",
                    "SIZE",
                    "How much disk is given, under the data directory, to what came in and is not in the database yet."
                            + " When it is full, the oldest samples go first.",
                    SpoolSettings::size)
            .or("10GiB")
            .that(size -> size >= LEAST, "16MiB or more");

    public static final List<Setting<?>> ALL = List.of(MAX_SIZE);

    public static SpoolSettings from(Settings settings) {
        return new SpoolSettings(settings.get(MAX_SIZE));
    }

    private static long size(String text) {
        var match = SIZE.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("must be a size such as 512MiB or 10GiB");
        }
        var count = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "KiB" -> count << 10;
            case "MiB" -> count << 20;
            case "GiB" -> count << 30;
            default -> count << 40;
        };
    }
}
