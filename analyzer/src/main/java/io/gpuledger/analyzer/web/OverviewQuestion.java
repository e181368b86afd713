package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Asks the first page for a time, and where its target is.
///
/// @param time where nothing is said, it is about the last full days that the books have
/// @param target the part of the capacity that is meant to be effective, in per cent
record OverviewQuestion(BookTime time, int target) {
    static final One<Integer> TARGET = new One<>(
            "target",
            Reading.upTo(100),
            70,
            "Where the line of the funnel stands: how much of the capacity is meant to be effective, in per cent.");
    static final List<Parameter> ALL =
            Stream.concat(BookTime.ALL.stream(), Stream.of(TARGET)).toList();

    static OverviewQuestion of(Asked asked, Instant now) {
        return new OverviewQuestion(BookTime.of(asked, now), asked.get(TARGET));
    }
}
