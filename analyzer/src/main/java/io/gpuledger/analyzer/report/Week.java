package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.IsoFields;

/// A week as ISO 8601 defines it, which begins on Monday, in UTC.
public record Week(LocalDate monday) {
    private static final Duration LENGTH = Duration.ofDays(7);

    /// Parses a week such as 2026-W47. Throws [IllegalArgumentException] where the text is not of that form.
    public static Week parse(String text) {
        try {
            return new Week(LocalDate.parse(text + "-1", DateTimeFormatter.ISO_WEEK_DATE));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("must be a week of a year, as 2026-W47", e);
        }
    }

    /// Returns the week that a day is in.
    static Week of(LocalDate day) {
        return new Week(day.minusDays(day.getDayOfWeek().getValue() - 1L));
    }

    /// Returns the last week that is over.
    public static Week before(Instant now) {
        return of(LocalDate.ofInstant(now, ZoneOffset.UTC)).before();
    }

    public Week before() {
        return new Week(monday.minusWeeks(1));
    }

    public LocalDate sunday() {
        return monday.plusDays(6);
    }

    public Instant end() {
        return begin().plus(LENGTH);
    }

    private Instant begin() {
        return monday.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    public Span span() {
        return new Span(begin().toEpochMilli(), end().toEpochMilli());
    }

    @Override
    public String toString() {
        return "%d-W%02d"
                .formatted(monday.get(IsoFields.WEEK_BASED_YEAR), monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    }
}
