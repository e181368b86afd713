package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.GangTables;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// Declares `/api/v1/gangs`.
final class GangsEndpoint {
    /// More than most nodes have.
    static final int GPUS = 9;

    private static final One<Integer> LEAST = new One<>(
            "gpus",
            Reading.upTo(1_000_000),
            GPUS,
            "9, which is more than a node has, mostly",
            "How many GPUs a workload has to have had at once, at least.");

    private static final List<Parameter> ALL =
            Stream.concat(PodParameters.WITHOUT_BY.stream(), Stream.of(LEAST)).toList();

    private record Wanted(PodParameters.Paged asked, int gpus) {}

    private GangsEndpoint() {}

    static Endpoint<?, ?> of(GangTables tables, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/gangs",
                        "how much of their time jobs on many GPUs worked on all of them, and how much of that was lost",
                        Question.of(ALL, asked -> wanted(asked, clock.instant())),
                        Document.of(GangsAnswer.SHAPE)
                                .orTable(GangsAnswer.TABLE)
                                .inPages(GangsAnswer::next),
                        wanted -> new Answered<>(new GangsAnswer(
                                wanted.asked(), tables.answer(wanted.asked().question(), wanted.gpus()))))
                .telling(Scope.BY_TEAM);
    }

    private static Wanted wanted(Asked asked, Instant now) {
        // The table is the same answer, written in another way.
        var _ = asked.format();
        return new Wanted(PodParameters.withoutBy(asked, now), asked.get(LEAST));
    }
}
