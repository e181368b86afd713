package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables.OfTeam;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Declares `/team`: what a team held, workload by workload and day by day.
final class TeamEndpoint {
    static final String PATH = "/team";

    /// A page of more is loaded slowly, and nobody reads them.
    static final int MOST = 1_000;

    static final One<Integer> SHOWN =
            new One<>("limit", Reading.upTo(MOST), 100, "100", "How many workloads there may be.");
    private static final Required<String> TEAM =
            new Required<>("team", Reading.TEXT, "", "`/teams` lists them", "Which team.");
    private static final List<Parameter> ALL = Stream.<List<? extends Parameter>>of(
                    List.of(TEAM), BookTime.ALL, List.of(SHOWN))
            .<Parameter>flatMap(List::stream)
            .toList();

    /// Asks for a team and a time.
    ///
    /// @param teams those that the answer may tell of; nothing where it may tell of all
    /// @param shown how many workloads are shown
    record Asked(String team, BookTime time, Optional<Set<String>> teams, int shown) {}

    /// Holds what the books have of the team in that time.
    record Found(Asked asked, Span window, LedgerAnswer byDay, OfTeam workloads) {}

    private TeamEndpoint() {}

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(LedgerTables ledger, WorkloadTables workloads, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                        PATH,
                        "what a team's workloads held and how they used it, for people",
                        Question.of(
                                ALL,
                                asked -> new Asked(
                                        asked.get(TEAM),
                                        BookTime.of(asked, clock.instant()),
                                        Teams.of(asked),
                                        asked.get(SHOWN))),
                        new Html<Found>((found, viewer) -> Frame.of(PATH, links, viewer)
                                .around("Team " + found.asked().team(), TeamPage.of(found))),
                        asked -> answer(ledger, workloads, asked, clock.instant()))
                .telling(Scope.BY_TEAM)
                .orNotFound("who asks is told of some teams only, and this is none of them");
    }

    private static Outcome<Found> answer(LedgerTables ledger, WorkloadTables workloads, Asked asked, Instant now) {
        if (asked.teams().filter(names -> !names.contains(asked.team())).isPresent()) {
            return new NotFound<>("of that team nothing is told here");
        }
        var window = asked.time().orRecent(now);
        var byDay = ledger.answer(
                LedgerQuestion.of(window, Dimension.DAY, Dimension.STATE).only(Dimension.TEAM, asked.team()));
        return new Answered<>(new Found(
                asked, window, byDay, workloads.ofTeam(asked.team(), asked.teams(), window, 0, asked.shown())));
    }
}
