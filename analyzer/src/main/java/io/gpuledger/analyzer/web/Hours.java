package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;

/// The time that a request asks of: `from` and `to`, as dates, as times, or in seconds since 1970.
final class Hours {
    static final String FROM = "from";
    static final String TO = "to";

    private static final Duration MOST = Duration.ofDays(400);

    private Hours() {}

    /// The last seven full days where neither is given, seven days from or to the one that is.
    static Span of(Parameters parameters, Instant now) {
        var usual = FleetWeeks.days(now);
        var isFromGiven = !parameters.all(FROM).isEmpty();
        var isToGiven = !parameters.all(TO).isEmpty();
        var from = parameters.one(FROM, usual.from(), WholeHours::parse);
        var to = parameters.one(TO, isFromGiven ? from + usual.millis() : usual.to(), WholeHours::parse);
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
}
