package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// Declares `from` and `to`, and reads what a question is about from them. The books have whole hours, and so have
/// questions.
final class Hours {
    private static final Duration MOST = Duration.ofDays(400);
    private static final Reading<Long> READING = Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parse);

    static final One<Long> FROM = new One<>(
            "from",
            READING,
            0L,
            "seven days before `to`; without either, the last seven full days of UTC",
            "Where the time begins. Whole hours only.");
    static final One<Long> TO = new One<>(
            "to",
            READING,
            0L,
            "seven days after `from`",
            "Where the time ends: this hour is not of it. Whole hours only, and up to %d days after `from`."
                    .formatted(MOST.toDays()));

    /// An answer says which time it is about, as a question need not say it.
    static final Shape<Span> SHAPE = Shape.of(
            "time",
            Field.of("from", Type.MILLIS, Span::from, "Where the time begins."),
            Field.of("to", Type.MILLIS, Span::to, "Where the time ends."));

    private Hours() {}

    static Span of(Asked asked, Instant now) {
        return span(asked, FROM, TO, FleetWeeks.days(now), MOST);
    }

    /// Reads a time from its begin and its end. Where one of them is left out, the time is as long as the usual one.
    ///
    /// @param usual the time that is meant where nothing is said
    /// @param most how long it may be
    static Span span(Asked asked, One<Long> begin, One<Long> end, Span usual, Duration most) {
        var from = asked.get(begin.or(usual.from()));
        var to = asked.get(end.or(asked.isGiven(begin) ? from + usual.millis() : usual.to()));
        if (asked.isGiven(end) && !asked.isGiven(begin)) {
            from = to - usual.millis();
        }
        if (from >= to) {
            asked.problem(begin, "must be before to");
            return usual;
        }
        if (to - from > most.toMillis()) {
            asked.problem(end, "must be within %d days of from".formatted(most.toDays()));
            return usual;
        }
        return new Span(from, to);
    }

    /// Returns what asks about the same time at any later moment.
    static Map<Parameter, Object> again(Span window) {
        return Map.of(FROM, Instant.ofEpochMilli(window.from()), TO, Instant.ofEpochMilli(window.to()));
    }
}
