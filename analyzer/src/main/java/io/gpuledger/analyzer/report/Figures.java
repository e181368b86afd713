package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.time.Hour;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// How numbers are written for people.
public final class Figures {
    /// What GPU-hours are shown in.
    public static final long TENTH_OF_HOUR = Hour.MILLIS / 10;

    private Figures() {}

    /// GPU-hours with a decimal; what is not nothing does not look like it.
    public static String hours(long millis) {
        return millis > 0 && 2 * millis < TENTH_OF_HOUR ? "<0.1" : tenths(Math.round((double) millis / TENTH_OF_HOUR));
    }

    /// Of what was rounded before.
    public static String tenths(long tenths) {
        return String.format(Locale.ROOT, "%,.1f", tenths / 10.0);
    }

    /// How many GPUs it takes to be so all the time.
    public static String gpus(long millis, long window) {
        return String.format(Locale.ROOT, "%,.1f", (double) millis / window);
    }

    public static String percent(long part, long all) {
        return all == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }

    /// The part that is not missing; never rounded up to all.
    public static String coverage(long missing, long all) {
        return all == 0
                ? "-"
                : BigDecimal.valueOf(all - missing)
                                .multiply(BigDecimal.valueOf(100))
                                .divide(BigDecimal.valueOf(all), 1, RoundingMode.DOWN)
                        + " %";
    }

    /// A small part, with two decimals; never rounded down to nothing.
    public static String uncertain(long part, long all) {
        return all == 0
                ? "-"
                : BigDecimal.valueOf(part)
                                .multiply(BigDecimal.valueOf(100))
                                .divide(BigDecimal.valueOf(all), 2, RoundingMode.UP)
                        + " %";
    }

    /// In units of a currency, with two decimals.
    public static String money(long micros) {
        return String.format(Locale.ROOT, "%,.2f", BigDecimal.valueOf(micros, 6).setScale(2, RoundingMode.HALF_UP));
    }

    /// The same in few places: large amounts without decimals.
    static String roughly(long micros) {
        var whole = BigDecimal.valueOf(micros, 6).setScale(0, RoundingMode.HALF_UP);
        return whole.precision() > 3 ? String.format(Locale.ROOT, "%,d", whole.toBigInteger()) : money(micros);
    }

    /// Each currency with its amount; nothing where there is no price.
    public static String money(Map<String, Long> cost) {
        return cost.entrySet().stream()
                .map(one -> one.getKey() + " " + money(one.getValue()))
                .collect(Collectors.joining(", "));
    }

    /// GPU-hours more or less than before.
    public static String change(long now, long before) {
        var tenths = Math.round((double) (now - before) / TENTH_OF_HOUR);
        return (tenths > 0 ? "+" : "") + tenths(tenths == 0 ? 0 : tenths);
    }

    /// Per cent more or less than before, where there was something.
    public static String relativeChange(long now, long before) {
        return before == 0 ? "" : String.format(Locale.ROOT, "%+.1f %%", 100.0 * (now - before) / before);
    }
}
