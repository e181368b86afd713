package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables.Named;
import io.gpuledger.analyzer.store.questions.WorkloadTables.OfWorkload;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// Declares `/workload`: what the pods of a workload held, GPU by GPU.
final class WorkloadEndpoint {
    static final String PATH = "/workload";

    static final Required<Integer> ID = new Required<>(
            "id", Reading.upTo(Integer.MAX_VALUE), 1, "`/team` leads to a team's workloads", "Which one.");
    private static final List<Parameter> ALL =
            Stream.concat(Stream.of(ID), BookTime.ALL.stream()).toList();

    /// Asks for a workload and a time.
    ///
    /// @param sight of whom the answer may tell
    record Asked(int id, BookTime time, Sight sight) {}

    /// Holds what the books have of the workload in that time.
    record Found(Asked asked, Span window, OfWorkload workload, LedgerAnswer byPod) {}

    private WorkloadEndpoint() {}

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(LedgerTables ledger, WorkloadTables workloads, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                        PATH,
                        "what a workload's pods held and when they were idle, for people",
                        Question.of(
                                ALL,
                                asked -> new Asked(asked.get(ID), BookTime.of(asked, clock.instant()), asked.sight())),
                        new Html<Found>((found, viewer) -> Frame.of(PATH, links, viewer)
                                .around("Workload " + found.workload().named().name(), WorkloadPage.of(found))),
                        asked -> answer(ledger, workloads, asked, clock.instant()))
                .telling(Scope.BY_TEAM)
                .orNotFound("there is no such workload");
    }

    private static Outcome<Found> answer(LedgerTables ledger, WorkloadTables workloads, Asked asked, Instant now) {
        var window = asked.time().orRecent(now);
        return workloads
                .of(asked.id(), Teams.of(asked.sight()), window)
                .<Outcome<Found>>map(workload -> new Answered<>(new Found(
                        asked,
                        window,
                        workload,
                        ledger.answer(Teams.narrowed(byPod(workload.named(), window), asked.sight())))))
                .orElseGet(() -> new NotFound<>("no workload has the number %d".formatted(asked.id())));
    }

    private static LedgerQuestion byPod(Named named, Span window) {
        return LedgerQuestion.of(window, Dimension.POD, Dimension.NODE, Dimension.GPU, Dimension.STATE)
                .only(Dimension.CLUSTER, named.cluster())
                .only(Dimension.NAMESPACE, named.namespace())
                .only(Dimension.WORKLOAD, named.kind() + "/" + named.name());
    }
}
