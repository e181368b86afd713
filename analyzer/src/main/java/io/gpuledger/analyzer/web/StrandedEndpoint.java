package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.store.pods.StrandedTables;
import io.gpuledger.analyzer.stranded.Cause;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// Declares `/api/v1/stranded`, and how it, `/api/v1/slots` and `/api/v1/fragmentation` are asked about an instant.
final class StrandedEndpoint {
    static final One<Long> AT = new One<>(
            "at",
            Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parseAny),
            0L,
            "now",
            "When that was so, as it was known by then. It is told as long as pods that are gone are kept"
                    + " (`--retention-raw`).");
    static final One<String> CLUSTER = new One<>("cluster", Reading.TEXT, "", "all", "Only this one.");
    private static final One<String> CAUSE = new One<>(
            "cause",
            Reading.oneOf("cause", Cause.ALL.stream().map(Cause::word).toList()),
            "",
            "all",
            "Only nodes with units that are of no use for this.");
    static final Paging PAGING = Paging.of(10_000, 1_000, "rows of nodes");

    private record StrandedQuestion(long at, Optional<String> cluster, Optional<Cause> cause, Page page) {}

    private StrandedEndpoint() {}

    static Endpoint<?, ?> of(StrandedTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/stranded",
                "which GPUs that nobody holds are of no use to any pod, why, and which are free",
                Question.of(PAGING.after(CLUSTER, CAUSE, AT), asked -> question(asked, at(asked, clock.millis()))),
                Document.of(StrandedAnswer.SHAPE).inPages(StrandedAnswer::next),
                asked -> answer(asked, tables));
    }

    private static StrandedQuestion question(Asked asked, long at) {
        return new StrandedQuestion(
                at,
                Optional.of(asked.get(CLUSTER)).filter(name -> !name.isEmpty()),
                Cause.ofWord(asked.get(CAUSE)),
                page(asked, at));
    }

    static Page page(Asked asked, long at) {
        return PAGING.of(asked, Map.of(AT, Instant.ofEpochMilli(at)));
    }

    static long at(Asked asked, long now) {
        var at = asked.get(AT.or(now));
        if (at > now) {
            asked.problem(AT, "must not lie in the future");
        }
        return at;
    }

    private static Outcome<StrandedAnswer> answer(StrandedQuestion asked, StrandedTables tables) {
        return new Answered<>(
                new StrandedAnswer(asked.at(), asked.cause(), asked.page(), tables.at(asked.at(), asked.cluster())));
    }
}
