package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.time.Span;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides what is read next. The newest week that is over comes first, as the first report is of it, and all after it;
/// then the weeks before, one by one. What is new comes before what is old at any time.
///
/// @param from the oldest instant that is wanted
record PastPlan(long from) {
    /// How far it is, in milliseconds of what is wanted.
    ///
    /// @param isNewestIn whether the newest week that is over was read, and all after it
    record Standing(boolean isNewestIn, long read, long left) {}

    /// Less than this is not worth a question.
    private static final long LEAST = Duration.ofSeconds(1).toMillis();

    static PastPlan of(Instant now, Duration past) {
        return new PastPlan(now.minus(past).truncatedTo(ChronoUnit.HOURS).toEpochMilli());
    }

    /// Returns up to when it is read now. Where the newest instant that could be read is less than an interval after
    /// the last that was, that is not worth a question yet.
    static long until(Instant newest, List<Span> read, Duration interval) {
        var could = newest.toEpochMilli();
        return read.stream()
                .map(Span::to)
                .filter(last -> could >= last && could - last < interval.toMillis())
                .findAny()
                .orElse(could);
    }

    /// Returns the stretch that is to be read next, from its begin; nothing where all was read.
    ///
    /// @param read sorted and without overlaps
    /// @param until the newest instant that can be read
    Optional<Span> next(List<Span> read, long until) {
        return pieces(until).stream()
                .flatMap(piece -> piece.without(read).stream())
                .filter(missing -> missing.millis() >= LEAST)
                .findFirst();
    }

    /// Returns how far it is.
    ///
    /// @param read sorted and without overlaps
    /// @param until the newest instant that can be read
    Standing standing(List<Span> read, long until) {
        var left = left(read, until);
        return new Standing(
                next(read, until)
                        .filter(missing -> missing.from() >= mondayBefore(until, 1))
                        .isEmpty(),
                Math.max(0, until - from) - left,
                left);
    }

    /// Returns how many milliseconds are still to be read.
    long left(List<Span> read, long until) {
        return pieces(until).stream()
                .flatMap(piece -> piece.without(read).stream())
                .mapToLong(Span::millis)
                .sum();
    }

    /// Returns all that is wanted, in the order in which it is read.
    private List<Span> pieces(long until) {
        var pieces = new ArrayList<Span>();
        var end = until;
        for (var begin = mondayBefore(until, 1); end > from; begin = mondayBefore(end, 0)) {
            var piece = new Span(Math.max(begin, from), end);
            pieces.add(piece);
            end = piece.from();
        }
        return pieces;
    }

    /// Returns the begin of the week of the millisecond before this instant, or of one so many weeks earlier.
    private static long mondayBefore(long millis, int weeks) {
        return LocalDate.ofInstant(Instant.ofEpochMilli(millis - 1), ZoneOffset.UTC)
                .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                .minusWeeks(weeks)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant()
                .toEpochMilli();
    }
}
