package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.time.Hour;
import java.util.Locale;

/// Writes numbers as they stand in sentences.
final class Words {
    private static final double GIBIBYTE = 1L << 30;

    private Words() {}

    static String hours(long millis) {
        var hours = (double) millis / Hour.MILLIS;
        return String.format(Locale.ROOT, hours < 10 ? "%.1f GPU-hours" : "%.0f GPU-hours", hours);
    }

    static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.1 ? "%.1f %%" : "%.0f %%", 100 * part);
    }

    static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / GIBIBYTE);
    }

    static String clock(int hour) {
        return String.format(Locale.ROOT, "%02d:00", hour % 24);
    }

    static String count(long number, String what) {
        return number == 1 ? "1 " + what : String.format(Locale.ROOT, "%,d %ss", number, what);
    }
}
