package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.diagnosis.Amount;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Remedy;
import io.gpuledger.analyzer.diagnosis.Verdict;
import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.PendingAnswer.Sum;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// This section says which pods wait for GPUs, what keeps each, and what would have to change.
record PendingSection(Asked asked, PendingAnswer answer) {
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    Node node() {
        if (answer.verdicts().isEmpty()) {
            return Node.of(
                    Sections.heading("Pods that wait"),
                    Element.of(
                            "p", asked.team().isPresent() ? "Of this team no pod waits." : "No pod waits for GPUs."));
        }
        return Node.of(
                Sections.heading("Pods that wait"),
                new Grid<>("wide", "What keeps them, the most GPUs first.", SUMS, answer.sums(), List.of()).node(),
                new Grid<>(
                                "wide stack",
                                "Who has waited longest first.",
                                columns(),
                                answer.page().of(answer.verdicts()),
                                List.of())
                        .node(),
                LeftOut.of(answer.verdicts().size(), asked),
                Sections.aside(
                        Node.text("The same as data, with what is against each node: "),
                        asked.api("pending").link("/api/v1/pending"),
                        Node.text(". What a pod that is not there yet would meet: "),
                        Address.of("explain").link("explain a manifest"),
                        Node.text(".")));
    }

    private static final List<Column<Sum>> SUMS = List.of(
            Column.of("What keeps them", sum -> Node.text(sum.blocker().word())),
            Column.of("Pods", sum -> Node.text("%,d".formatted(sum.pods()))),
            Column.of("GPUs", sum -> Node.text(Gpus.number(sum.gpus()))),
            new Column<>("Meaning", "words", sum -> Node.text(sum.blocker().meaning())));

    private List<Column<Verdict>> columns() {
        return List.of(
                Column.of("Pod", PendingSection::pod),
                new Column<>("Waits", "words waits", this::waits),
                new Column<>("Asks for", "words", verdict -> asks(verdict.pod())),
                new Column<>("What keeps it", "words", PendingSection::why),
                new Column<>("What would help", "words help", PendingSection::remedies));
    }

    private static Node pod(Verdict verdict) {
        var pod = verdict.pod();
        return Node.of(
                Address.ofPod(pod.cluster(), pod.namespace(), pod.name()).link(pod.namespace() + "/" + pod.name()),
                Element.of(
                                "div",
                                pod.team().isEmpty()
                                        ? Node.text("no team")
                                        : Node.of(
                                                Node.text("team "),
                                                Address.ofTeam(pod.team()).link(pod.team())),
                                Node.text(pod.owner().map(owner -> ", " + owner).orElse("")))
                        .with("class", "faint"));
    }

    private Node waits(Verdict verdict) {
        var since = Instant.ofEpochMilli(verdict.pod().created());
        return Node.of(
                Node.text(FindingColumns.duration(Duration.ofMillis(
                        Math.max(0, answer.at() - verdict.pod().created())))),
                Element.of("div", "since " + Period.time(since)).with("class", "faint"),
                verdict.rank()
                        .map(rank -> "place %,d of %,d in its queue".formatted(rank.number(), rank.of()))
                        .<Node>map(words -> Element.of("div", words).with("class", "faint"))
                        .orElse(Node.NONE));
    }

    private static Node asks(WaitingPod pod) {
        var amounts = pod.requests().entrySet().stream()
                .sorted((one, other) -> Boolean.compare(Resource.isGpu(other.getKey()), Resource.isGpu(one.getKey())))
                .map(request -> Element.of("div", amount(request)))
                .toList();
        return Node.of(amounts);
    }

    private static String amount(Map.Entry<String, BigDecimal> request) {
        var base = request.getKey().equals(Resource.CPU) ? request.getValue().multiply(THOUSAND) : request.getValue();
        return Amount.of(request.getKey(), base.longValue());
    }

    private static Node why(Verdict verdict) {
        return Node.of(Sections.strong(verdict.blocker().word()), Element.of("div", verdict.why()));
    }

    /// What the scheduler says stands there where nothing that is known would help.
    private static Node remedies(Verdict verdict) {
        var lines = Stream.concat(verdict.remedies().stream().map(PendingSection::remedy), verdict.lint().stream())
                .map(line -> Element.of("div", line))
                .toList();
        if (!lines.isEmpty()) {
            return Node.of(lines);
        }
        if (verdict.blocker() == Blocker.UNKNOWN) {
            return Node.text("Let the analyzer watch the API server (--cluster-from-kubernetes): then it is known what"
                    + " the pod needs.");
        }
        return Node.text(verdict.pod()
                .said()
                .flatMap(said -> said.message())
                .map(message -> "The scheduler says: " + message)
                .orElse("No single change that is known."));
    }

    static String remedy(Remedy remedy) {
        return "It would fit on %s %s."
                .formatted(
                        Amount.of(
                                remedy.nodes(),
                                "node (%s)".formatted(remedy.nearest()),
                                "nodes (as %s)".formatted(remedy.nearest())),
                        remedy.change());
    }
}
