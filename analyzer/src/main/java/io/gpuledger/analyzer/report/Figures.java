package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.time.Hour;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes numbers for people.
public final class Figures {
    /// GPU-hours are shown in steps of this length.
    public static final long TENTH_OF_HOUR = Hour.MILLIS / 10;

    private Figures() {}

    /// Writes GPU-hours with one decimal. A time that is not 0 is never shown as 0.
    public static String hours(long millis) {
        return millis > 0 && 2 * millis < TENTH_OF_HOUR ? "<0.1" : tenths(Math.round((double) millis / TENTH_OF_HOUR));
    }

    /// Writes GPU-hours that were rounded to tenths before.
    public static String tenths(long tenths) {
        return String.format(Locale.ROOT, "%,.1f", tenths / 10.0);
    }

    /// Writes how many GPUs must be in a state throughout the window for this time to add up.
    public static String gpus(long millis, long window) {
        return String.format(Locale.ROOT, "%,.1f", (double) millis / window);
    }

    public static String percent(long part, long all) {
        return all == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }

    /// Writes the part that is not missing. It is never rounded up to all.
    public static String coverage(long missing, long all) {
        return all == 0
                ? "-"
                : BigDecimal.valueOf(all - missing)
                                .multiply(BigDecimal.valueOf(100))
                                .divide(BigDecimal.valueOf(all), 1, RoundingMode.DOWN)
                        + " %";
    }

    /// Writes a small part with two decimals. It is never rounded down to 0.
    public static String uncertain(long part, long all) {
        return all == 0
                ? "-"
                : BigDecimal.valueOf(part)
                                .multiply(BigDecimal.valueOf(100))
                                .divide(BigDecimal.valueOf(all), 2, RoundingMode.UP)
                        + " %";
    }

    /// Writes an amount in units of a currency, with two decimals.
    public static String money(long micros) {
        return String.format(Locale.ROOT, "%,.2f", BigDecimal.valueOf(micros, 6).setScale(2, RoundingMode.HALF_UP));
    }

    /// Writes an amount of so many hundredths.
    public static String hundredths(long hundredths) {
        return String.format(Locale.ROOT, "%,.2f", BigDecimal.valueOf(hundredths, 2));
    }

    /// Writes each currency with its amount. The text is empty where there is no price.
    public static String money(Map<String, Long> cost) {
        return cost.entrySet().stream()
                .map(one -> one.getKey() + " " + money(one.getValue()))
                .collect(Collectors.joining(", "));
    }

    /// Writes how many GPU-hours more or less than before there are.
    public static String change(long now, long before) {
        var tenths = Math.round((double) (now - before) / TENTH_OF_HOUR);
        return (tenths > 0 ? "+" : "") + tenths(tenths == 0 ? 0 : tenths);
    }

    /// Writes how many per cent more or less than before there are. The text is empty where there was nothing before.
    public static String relativeChange(long now, long before) {
        return before == 0 ? "" : String.format(Locale.ROOT, "%+.1f %%", 100.0 * (now - before) / before);
    }
}
