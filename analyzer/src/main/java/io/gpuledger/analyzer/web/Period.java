package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Names the time that a page is about.
final class Period {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEE d MMM", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final long DAYS = Duration.ofHours(30).toMillis();

    private Period() {}

    /// Whether the time is long enough to be named by its days.
    static boolean isOfDays(FleetWeek week) {
        return week.hours() > 24;
    }

    static String of(FleetWeek week) {
        var from = Instant.ofEpochMilli(week.window().from());
        var to = Instant.ofEpochMilli(week.window().to());
        return isOfDays(week)
                ? DAY.format(from) + " to " + DAY.format(to.minusSeconds(1))
                : TIME.format(from) + " to " + TIME.format(to);
    }

    /// @param date as in 2026-11-16
    static String day(LocalDate date) {
        return DAY.format(date.atStartOfDay(ZoneOffset.UTC));
    }

    /// Names an instant on an axis: by its time, and where the axis is longer than a day by its day too.
    static String tick(long millis, Span axis) {
        var at = Instant.ofEpochMilli(millis);
        return axis.millis() > DAYS ? TIME.format(at) : CLOCK.format(at);
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }
}
