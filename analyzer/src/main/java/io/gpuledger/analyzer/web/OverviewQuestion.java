package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What the first page is asked.
///
/// @param window whole hours; where nothing is said, it is the last full days that the books have
/// @param last the time until now that was asked for
/// @param target the part of the capacity that is meant to be effective, in per cent
record OverviewQuestion(Optional<Span> window, Optional<RecentTime> last, int target) {
    static final One<Optional<RecentTime>> LAST = RecentTime.parameter(RecentTime.OF_BOOKS);
    static final One<Integer> TARGET = new One<>(
            "target",
            Reading.upTo(100),
            70,
            "Where the line of the funnel stands: how much of the capacity is meant to be effective, in per cent.");
    static final List<Parameter> ALL = List.of(Hours.FROM, Hours.TO, LAST, TARGET);

    static OverviewQuestion of(Asked asked, Instant now) {
        var last = asked.get(LAST);
        var given = Hours.of(asked, now);
        var isGiven = asked.isGiven(Hours.FROM) || asked.isGiven(Hours.TO);
        if (isGiven && last.isPresent()) {
            asked.problem(LAST, "must not be given beside from or to");
        }
        return new OverviewQuestion(
                isGiven ? Optional.of(given) : last.map(one -> hours(one.before(now))), last, asked.get(TARGET));
    }

    /// The hour that is not over is the last.
    private static Span hours(Span until) {
        return new Span(
                Math.ceilDiv(until.from(), Hour.MILLIS) * Hour.MILLIS,
                Math.ceilDiv(until.to(), Hour.MILLIS) * Hour.MILLIS);
    }
}
