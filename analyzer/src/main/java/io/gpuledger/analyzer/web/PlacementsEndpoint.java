package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.store.placement.PlacementTables;
import io.gpuledger.analyzer.store.pods.GangTables;
import io.gpuledger.analyzer.store.pods.PodDimension;
import io.gpuledger.analyzer.store.pods.PodQuestion;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Declares `/api/v1/placements`.
final class PlacementsEndpoint {
    private record Wanted(Span window, Optional<String> cluster) {}

    /// @param last the time until now that was asked for
    private record Shown(Span window, Optional<String> cluster, Optional<RecentTime> last) {}

    private static final int GANGS = 50;

    private PlacementsEndpoint() {}

    static Endpoint<?, ?> of(PlacementTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/placements",
                "what it has cost that workloads share nodes, and that they are packed or spread",
                Question.of(
                        List.<Parameter>of(Hours.FROM, Hours.TO, FindingParameters.CLUSTER, Format.PARAMETER),
                        asked -> {
                            // The table is the same answer, written in another way.
                            var _ = asked.format();
                            return new Wanted(Hours.of(asked, clock.instant()), asked.get(FindingParameters.CLUSTER));
                        }),
                Document.of(PlacementsAnswer.SHAPE).orTable(PlacementLine.TABLE),
                wanted -> new Answered<>(tables.answer(wanted.window(), wanted.cluster())));
    }

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(PlacementTables tables, GangTables gangs, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                PlacementsPage.PATH,
                "how jobs on many GPUs fared, and what it cost that workloads share nodes, for people",
                Question.of(
                        Stream.concat(BookTime.ALL.stream(), Stream.of(FindingParameters.CLUSTER))
                                .toList(),
                        asked -> shown(asked, clock.instant())),
                new Html<PlacementsPage>((page, viewer) ->
                        Frame.of(PlacementsPage.PATH, links, viewer).around("How work lay", page.node())),
                shown -> new Answered<>(page(shown, tables, gangs, clock.millis())));
    }

    private static Shown shown(Asked asked, Instant now) {
        var time = BookTime.of(asked, now);
        return new Shown(
                time.window().orElseGet(() -> FleetWeeks.days(now)), asked.get(FindingParameters.CLUSTER), time.last());
    }

    /// What lies ahead has not happened, so a gang runs no longer than until now.
    private static PlacementsPage page(Shown shown, PlacementTables tables, GangTables gangs, long now) {
        var window = shown.window();
        var until = Math.clamp(now, window.from(), window.to());
        var question = new PodQuestion(
                new Span(window.from(), until),
                List.of(),
                shown.cluster()
                        .map(name -> Map.of(PodDimension.CLUSTER, Set.of(name)))
                        .orElse(Map.of()),
                0,
                GANGS);
        return Both.of(
                () -> gangs.answer(question, GangsEndpoint.GPUS),
                () -> tables.answer(window, shown.cluster()),
                (fared, report) -> new PlacementsPage(
                        window,
                        shown.last(),
                        shown.cluster(),
                        report,
                        new GangsAnswer(new PodParameters.Paged(question, Page.first(GANGS)), fared)));
    }
}
