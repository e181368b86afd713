package io.gpuledger.exporter.top.screen;

import java.util.Locale;
import java.util.Optional;

/// Numbers as they stand in the table: always as wide, so that columns stand still.
final class Numbers {
    static final String NONE = "-";

    private static final double GIBIBYTE = 1 << 30;
    private static final int BAR = 20;

    private Numbers() {}

    static String percent(double ratio) {
        return String.format(Locale.ROOT, "%3.0f%%", ratio * 100);
    }

    static String celsius(double degrees) {
        return String.format(Locale.ROOT, "%3.0fC", degrees);
    }

    static String megahertz(double hertz) {
        return String.format(Locale.ROOT, "%4.0f", hertz / 1e6);
    }

    static String gibibytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / GIBIBYTE);
    }

    static String watts(double watts) {
        return String.format(Locale.ROOT, "%.0f", watts);
    }

    /// A part of a whole, as in ` 72.8/79.6`: as wide as two wholes.
    static String of(Optional<String> part, Optional<String> whole) {
        var all = whole.map(text -> "/" + text).orElse("");
        return whole.map(text -> right(part.orElse(NONE), text.length())).orElseGet(() -> part.orElse(NONE)) + all;
    }

    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    static String bar(double ratio) {
        var full = (int) Math.round(Math.clamp(ratio, 0, 1) * BAR);
        return "|".repeat(full) + ".".repeat(BAR - full);
    }
}
