package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Declares what is asked of failures: a time, which ends at the latest now, and a cluster or all.
final class FailureParameters {
    record Wanted(Span window, Optional<String> cluster) {}

    private static final Duration USUAL = Duration.ofDays(30);
    private static final Duration MOST = Duration.ofDays(400);
    private static final Reading<Long> TIME = Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parseAny);

    static final One<Long> FROM = new One<>(
            "from", TIME, 0L, "thirty days before `to`", "Where the time begins: what failed before is left out.");
    static final One<Long> TO = new One<>(
            "to", TIME, 0L, "now", "Where the time ends, up to %d days after `from`.".formatted(MOST.toDays()));

    /// Those of a page, and those of an answer that is a document or a table.
    static final List<Parameter> OF_PAGE = List.of(FROM, TO, FindingParameters.CLUSTER);

    static final List<Parameter> OF_ALL = List.of(FROM, TO, FindingParameters.CLUSTER, Format.PARAMETER);

    private FailureParameters() {}

    static Wanted wanted(Asked asked, Instant now) {
        var to = Math.min(asked.get(TO.or(now.toEpochMilli())), now.toEpochMilli());
        var from = asked.get(FROM.or(Math.max(0, to - USUAL.toMillis())));
        if (from >= to) {
            asked.problem(FROM, "must be before to, and before now");
        }
        if (to - from > MOST.toMillis()) {
            asked.problem(TO, "must be within %d days of from".formatted(MOST.toDays()));
        }
        return new Wanted(from < to ? new Span(from, to) : new Span(0, 1), asked.get(FindingParameters.CLUSTER));
    }

    /// Returns what asks about the same time at any later moment.
    static Map<Parameter, Object> again(Wanted wanted) {
        return Map.of(
                FROM, Instant.ofEpochMilli(wanted.window().from()),
                TO, Instant.ofEpochMilli(wanted.window().to()));
    }
}
