package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.Amount;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Finding;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.ExplainPage.Pods;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.ArrayList;
import java.util.List;

/// This section says what would become of the pods of one template.
record ExplainedSection(String cluster, Pods pods) {
    Node node() {
        var explained = pods.explained();
        var verdict = explained.verdict();
        return Node.of(
                Sections.heading("%s %s"
                        .formatted(pods.template().kind(), pods.template().name())),
                Element.of("p", headline()).with("class", "headline"),
                refused(),
                Element.of("p", verdict.why()),
                counts(),
                remedies(),
                list("What can hardly be meant", verdict.lint()),
                findings(verdict.findings()));
    }

    private Node headline() {
        var count = pods.template().pods();
        var explained = pods.explained();
        if (explained.starts()) {
            return Sections.strong(
                    count == 1 ? "It would start now." : "All %,d pods would start now.".formatted(count));
        }
        var blocker = explained.blocker();
        return Node.of(
                Sections.strong(
                        count == 1 ? "It would not start now" : "%,d pods would not all start now".formatted(count)),
                Node.text(": %s. %s".formatted(blocker.word(), blocker == Blocker.NONE ? "" : blocker.meaning())));
    }

    private Node refused() {
        return list("The API server would not make it", pods.explained().refused());
    }

    private Node counts() {
        var facts = new ArrayList<String>();
        var verdict = pods.explained().verdict();
        facts.add("One would fit on %s of %,d."
                .formatted(Amount.of(verdict.fitting(), "node", "nodes"), verdict.nodes()));
        pods.explained()
                .together()
                .ifPresent(many -> facts.add("Of %s, %,d would fit at once."
                        .formatted(Amount.of(pods.template().pods(), "pod", "pods"), many)));
        pods.explained()
                .room()
                .ifPresent(many -> facts.add("The quotas of the namespace have room for %s."
                        .formatted(Amount.of(many, "such pod", "such pods"))));
        verdict.rank()
                .ifPresent(rank -> facts.add(
                        "It would be at place %,d of %,d that want such GPUs.".formatted(rank.number(), rank.of())));
        return Element.of("p", String.join(" ", facts));
    }

    private Node remedies() {
        return list(
                "What alone would change that",
                pods.explained().verdict().remedies().stream()
                        .map(PendingSection::remedy)
                        .toList());
    }

    private static Node list(String heading, List<String> items) {
        return items.isEmpty()
                ? Node.NONE
                : Node.of(
                        Element.of("p", Sections.strong(heading + ":")),
                        Element.of(
                                "ul",
                                items.stream()
                                        .map(item -> Element.of("li", item))
                                        .toList()));
    }

    private Node findings(List<Finding> findings) {
        if (findings.isEmpty()) {
            return Node.NONE;
        }
        var columns = List.<Column<Finding>>of(
                Column.of("What", finding -> Node.text(finding.blocker().word())),
                Column.of("Nodes", finding -> Node.text("%,d".formatted(finding.nodes()))),
                new Column<>("As on", "words", this::example));
        return new Grid<>(
                        "wide",
                        "What is against nodes; more than one thing may be against a node.",
                        columns,
                        findings,
                        List.of())
                .node();
    }

    private Node example(Finding finding) {
        return Node.of(
                Address.ofNode(cluster, finding.nearest()).link(finding.nearest()), Node.text(" " + finding.matter()));
    }
}
