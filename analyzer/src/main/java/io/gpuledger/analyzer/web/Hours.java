package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.report.FleetWeeks;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/// The time that a request asks of: `from` and `to`, as dates, as times, or in seconds since 1970.
final class Hours {
    static final String FROM = "from";
    static final String TO = "to";

    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");
    private static final Duration MOST = Duration.ofDays(400);

    private Hours() {}

    /// The last seven full days where neither is given, seven days from or to the one that is.
    static Span of(Parameters parameters, Instant now) {
        var usual = FleetWeeks.days(now);
        var isFromGiven = !parameters.all(FROM).isEmpty();
        var isToGiven = !parameters.all(TO).isEmpty();
        var from = parameters.one(FROM, usual.from(), Hours::edge);
        var to = parameters.one(TO, isFromGiven ? from + usual.millis() : usual.to(), Hours::edge);
        if (isToGiven && !isFromGiven) {
            from = to - usual.millis();
        }
        if (from >= to) {
            parameters.problem("from: must be before to");
            return usual;
        }
        if (to - from > MOST.toMillis()) {
            parameters.problem("to: must be within %d days of from".formatted(MOST.toDays()));
            return usual;
        }
        return new Span(from, to);
    }

    private static long edge(String text) {
        var millis = parse(text).toEpochMilli();
        var hour = Math.floorDiv(millis, Ledger.HOUR) * Ledger.HOUR;
        if (hour != millis) {
            throw new IllegalArgumentException("is within an hour, and books have whole hours: ask for %s or %s"
                    .formatted(Instant.ofEpochMilli(hour), Instant.ofEpochMilli(hour + Ledger.HOUR)));
        }
        return millis;
    }

    private static Instant parse(String text) {
        try {
            if (SECONDS.matcher(text).matches()) {
                return Instant.ofEpochSecond(Long.parseLong(text));
            }
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "must be a date (2026-11-16), a time (2026-11-16T08:00:00Z) or seconds since 1970", e);
        }
    }
}
