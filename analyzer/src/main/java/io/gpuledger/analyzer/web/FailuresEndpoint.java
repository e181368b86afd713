package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.failures.FailureReport;
import io.gpuledger.analyzer.store.findings.FailureTables;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Declares `/api/v1/failures`, and the page that shows the same.
final class FailuresEndpoint {
    /// What is asked for: a time, which ends at the latest now, and a cluster or all.
    private record Wanted(Span window, Optional<String> cluster) {}

    /// The same, and how many failures may be told of one by one.
    private record Listed(Wanted wanted, int limit) {}

    private static final Duration USUAL = Duration.ofDays(30);
    private static final Duration MOST = Duration.ofDays(400);
    private static final Reading<Long> TIME = Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parseAny);

    private static final One<Long> FROM = new One<>(
            "from", TIME, 0L, "thirty days before `to`", "Where the time begins: what failed before is left out.");
    private static final One<Long> TO = new One<>(
            "to", TIME, 0L, "now", "Where the time ends, up to %d days after `from`.".formatted(MOST.toDays()));

    private static final int ROWS_MAX = 10_000;
    private static final One<Integer> LIMIT = new One<>(
            "limit", Reading.upTo(ROWS_MAX), 1_000, "1,000; 10,000 as CSV", "How many failures are told of, each.");

    private static final List<Parameter> OF_PAGE = List.of(FROM, TO, FindingParameters.CLUSTER);
    private static final List<Parameter> ALL = List.of(FROM, TO, FindingParameters.CLUSTER, LIMIT, Format.PARAMETER);

    private FailuresEndpoint() {}

    static Endpoint<?, ?> of(FailureTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/failures",
                "how often hardware fails, by cause; which nodes fail more than others, and what failed together",
                Question.of(ALL, asked -> listed(asked, clock.instant())),
                Document.of(FailuresAnswer.SHAPE).orTable(FailuresAnswer.TABLE),
                listed -> new Answered<>(new FailuresAnswer(answer(tables, listed.wanted()), listed.limit())));
    }

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(FailureTables tables, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                FailuresPage.PATH,
                "how often hardware fails, and what to take out of the fleet, for people",
                Question.of(OF_PAGE, asked -> wanted(asked, clock.instant())),
                new Html<FailuresPage>(page -> new Frame(links).around(page.node())),
                wanted -> new Answered<>(new FailuresPage(answer(tables, wanted))));
    }

    private static FailureReport answer(FailureTables tables, Wanted wanted) {
        return tables.answer(wanted.window(), wanted.cluster());
    }

    private static Listed listed(Asked asked, Instant now) {
        return new Listed(wanted(asked, now), asked.get(asked.format() == Format.CSV ? LIMIT.or(ROWS_MAX) : LIMIT));
    }

    private static Wanted wanted(Asked asked, Instant now) {
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
}
