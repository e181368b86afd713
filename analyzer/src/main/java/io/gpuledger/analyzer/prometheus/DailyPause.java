package io.gpuledger.analyzer.prometheus;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/// A time of each day, in UTC, in which the past is left alone, as others need the server then. It may go over
/// midnight.
record DailyPause(LocalTime from, LocalTime to) {
    private static final Pattern FORM = Pattern.compile("(\\d\\d:\\d\\d)-(\\d\\d:\\d\\d)");

    static DailyPause parse(String text) {
        var match = FORM.matcher(text);
        if (match.matches()) {
            try {
                return new DailyPause(LocalTime.parse(match.group(1)), LocalTime.parse(match.group(2)));
            } catch (DateTimeParseException _) {
                // It is told below.
            }
        }
        throw new IllegalArgumentException("must be two times of the day in UTC, as 08:00-18:00");
    }

    boolean has(Instant now) {
        var time = LocalTime.ofInstant(now, ZoneOffset.UTC);
        return from.isAfter(to) ? !time.isBefore(from) || time.isBefore(to) : !time.isBefore(from) && time.isBefore(to);
    }
}
