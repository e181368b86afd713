package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Week;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The day of the week and the time of day at which letters go out.
record MailTime(DayOfWeek day, LocalTime time) {
    private static final String FORM = "must be a day and a time, as `mon 08:00`";

    /// Throws [IllegalArgumentException] where the text is none.
    static MailTime parse(String text) {
        var words = List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+"));
        if (words.size() != 2 || words.getFirst().length() < 3) {
            throw new IllegalArgumentException(FORM);
        }
        try {
            return new MailTime(day(words.getFirst()), LocalTime.parse(words.getLast()));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(FORM, e);
        }
    }

    private static DayOfWeek day(String word) {
        return Arrays.stream(DayOfWeek.values())
                .filter(day -> day.name().toLowerCase(Locale.ROOT).startsWith(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(FORM));
    }

    /// Returns when the letters of a week go out: the first such time of the days that follow it. Where the week, which
    /// is one of UTC, ends later on that day, they go when it does.
    Instant after(Week week, ZoneId zone) {
        var end = week.end().atZone(zone);
        var that = end.toLocalDate()
                .with(TemporalAdjusters.nextOrSame(day))
                .atTime(time)
                .atZone(zone);
        return (that.isBefore(end) ? end : that).toInstant();
    }
}
