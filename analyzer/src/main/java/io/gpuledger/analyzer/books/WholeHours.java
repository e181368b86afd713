package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/// Parses how people name the begin or the end of hours of the books: by a date, by a time, or in seconds since 1970.
public final class WholeHours {
    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");

    /// Nobody means a time outside of this span, and databases cannot store it.
    private static final Span TIMES = new Span(
            Instant.parse("1970-01-01T00:00:00Z").toEpochMilli(),
            Instant.parse("9999-12-31T00:00:00Z").toEpochMilli());

    private WholeHours() {}

    /// Returns the time in milliseconds since 1970. Throws [IllegalArgumentException] with what is expected instead.
    public static long parse(String text) {
        var millis = parseAny(text);
        var hour = Hour.of(millis);
        if (hour != millis) {
            throw new IllegalArgumentException("is within an hour, and books have whole hours: ask for %s or %s"
                    .formatted(Instant.ofEpochMilli(hour), Instant.ofEpochMilli(hour + Hour.MILLIS)));
        }
        return millis;
    }

    /// Returns any time, which may lie within an hour, in the same way.
    public static long parseAny(String text) {
        var millis = millis(text);
        if (millis < TIMES.from() || millis > TIMES.to()) {
            throw new IllegalArgumentException("must be of the years 1970 to 9999");
        }
        return millis;
    }

    private static long millis(String text) {
        try {
            if (SECONDS.matcher(text).matches()) {
                return Math.multiplyExact(Long.parseLong(text), 1000L);
            }
            var instant = text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
            return instant.toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "must be a date (2026-11-16), a time (2026-11-16T08:00:00Z) or seconds since 1970", e);
        }
    }
}
