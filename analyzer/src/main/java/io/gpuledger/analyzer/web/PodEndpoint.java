package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.Breakdown.Row;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// Declares `/pod`: which GPUs a pod held, and what they were.
final class PodEndpoint {
    static final String PATH = "/pod";

    private static final Required<String> CLUSTER =
            new Required<>("cluster", Reading.TEXT, "", "`/api/v1/now` lists clusters", "Where it is.");
    private static final Required<String> NAMESPACE =
            new Required<>("namespace", Reading.TEXT, "", "`/search` finds pods", "Its namespace.");
    private static final Required<String> POD =
            new Required<>("pod", Reading.TEXT, "", "`/search` finds pods", "Its name.");
    private static final List<Parameter> ALL = Stream.concat(Stream.of(CLUSTER, NAMESPACE, POD), BookTime.ALL.stream())
            .toList();

    private record Asked(String cluster, String namespace, String pod, BookTime time, Sight sight) {}

    private record Found(Asked asked, Span window, LedgerAnswer byGpu) {}

    private PodEndpoint() {}

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(LedgerTables ledger, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                        PATH,
                        "which GPUs a pod held, and what they were, for people",
                        Question.of(
                                ALL,
                                asked -> new Asked(
                                        asked.get(CLUSTER),
                                        asked.get(NAMESPACE),
                                        asked.get(POD),
                                        BookTime.of(asked, clock.instant()),
                                        asked.sight())),
                        new Html<Found>((found, viewer) -> Frame.of(PATH, links, viewer)
                                .around("Pod " + found.asked().pod(), node(found))),
                        asked -> {
                            var window = asked.time().orRecent(clock.instant());
                            return new Answered<>(new Found(
                                    asked, window, ledger.answer(Teams.narrowed(byGpu(asked, window), asked.sight()))));
                        })
                .telling(Scope.BY_TEAM);
    }

    private static LedgerQuestion byGpu(Asked asked, Span window) {
        return LedgerQuestion.of(
                        window, Dimension.GPU, Dimension.NODE, Dimension.TEAM, Dimension.WORKLOAD, Dimension.STATE)
                .only(Dimension.CLUSTER, asked.cluster())
                .only(Dimension.NAMESPACE, asked.namespace())
                .only(Dimension.POD, asked.pod());
    }

    private static Node node(Found found) {
        var asked = found.asked();
        var rows = Breakdown.rows(found.byGpu());
        var kept = new LinkedHashMap<String, String>();
        kept.put(CLUSTER.name(), asked.cluster());
        kept.put(NAMESPACE.name(), asked.namespace());
        kept.put(POD.name(), asked.pod());
        var all = Accounts.sum(rows.stream().map(Row::accounts).toList());
        return Node.of(
                Element.of("h1", "Pod %s/%s".formatted(asked.namespace(), asked.pod())),
                Element.of("p", "In cluster %s.".formatted(asked.cluster())),
                asked.time().form("pod", found.window(), kept).node(),
                rows.isEmpty()
                        ? Element.of("p", "It held no GPU in this time, as far as there are books of it.")
                        : Node.of(
                                Bars.states("bar", "What it held, by state", all::of),
                                StateKey.node(),
                                Sections.heading("Its GPUs"),
                                Breakdown.table(
                                        "GPU-hours on each GPU.",
                                        rows,
                                        found.byGpu().isWhole(),
                                        names(asked.cluster(), found.window()))));
    }

    private static Map<String, Function<Row, Node>> names(String cluster, Span window) {
        var names = new LinkedHashMap<String, Function<Row, Node>>();
        names.put("GPU", row -> WorkloadPage.gpu(cluster, row.of(Dimension.GPU), window));
        names.put("Node", row -> Address.ofNode(cluster, row.of(Dimension.NODE)).link(row.of(Dimension.NODE)));
        names.put("Team", row -> Address.ofTeam(row.of(Dimension.TEAM)).link(row.of(Dimension.TEAM)));
        names.put("Workload", row -> Node.text(row.of(Dimension.WORKLOAD)));
        return names;
    }
}
