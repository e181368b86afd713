package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.moves.Budget;
import io.gpuledger.analyzer.web.MovesAnswer.Row;
import io.gpuledger.analyzer.web.MovesAnswer.StayingRow;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// This section says which pods would have to go to other nodes to make room for the one that has waited longest.
///
/// @param found nothing where it was not looked for
record MovesSection(Asked asked, Optional<MovesAnswer> found) {
    Node node() {
        return Node.of(
                Sections.heading("What moving pods would do"),
                found.map(this::shown).orElseGet(this::offered));
    }

    private Node offered() {
        return Element.of(
                "p",
                asked.address().with(WaitingEndpoint.MOVES.name(), "1").link("Find out which pods would have to move"),
                Node.text(" for who has waited longest, and how much room there were if pods stood closer together. On"
                        + " a fleet of thousands of nodes this takes a while."));
    }

    private Node shown(MovesAnswer answer) {
        return Node.of(
                Element.of(
                        "p",
                        answer.found().pod().map(pod -> whom(answer, pod)).orElse(Node.NONE),
                        Node.text(answer.said())),
                answer.rows().isEmpty() ? Node.NONE : moves(answer),
                staying(answer),
                Sections.aside(
                        Node.text("Nobody carries this out by itself: it is a proposal. The same as data: "),
                        asked.api("moves").link("/api/v1/moves")));
    }

    private static Node whom(MovesAnswer answer, WaitingPod pod) {
        return Node.of(
                Address.ofPod(pod.cluster(), pod.namespace(), pod.name()).link(pod.namespace() + "/" + pod.name()),
                Node.text(" asks for %s and has waited for %s. "
                        .formatted(
                                Gpus.of(pod.gpus()),
                                FindingColumns.duration(Duration.ofMillis(answer.at() - pod.created())))));
    }

    private static Node moves(MovesAnswer answer) {
        var cluster = answer.cluster().orElse("");
        var columns = List.<Column<Row>>of(
                Column.of("Pod", row -> pod(cluster, row)),
                Column.of(
                        "GPUs",
                        row -> Node.text("%,d".formatted(row.move().pod().gpus()))),
                Column.of("From", row -> node(cluster, row.move().pod().node())),
                Column.of("To", row -> node(cluster, row.move().to())),
                Column.of(
                        "Loses, GPU-hours",
                        row -> Node.text(MovesAnswer.hours(row.move().pod().lostMillis(row.at()))
                                .toString())),
                Column.extra(
                        "Gone for",
                        row -> Node.text(row.restart()
                                .map(millis -> FindingColumns.duration(Duration.ofMillis(millis)))
                                .orElse(""))),
                Column.words(
                        "Budget",
                        row -> Node.text(
                                row.move().pod().budget().map(Budget::name).orElse(""))));
        var lost = MovesAnswer.hours(answer.found().list().lostMillis(answer.at()));
        return new Grid<>(
                        "wide",
                        "One after the other; all of them together lose %s GPU-hours of work since its last checkpoint."
                                .formatted(lost),
                        columns,
                        answer.rows(),
                        List.of())
                .node();
    }

    private static Node pod(String cluster, Row row) {
        var pod = row.move().pod();
        return Node.of(
                Address.ofPod(cluster, pod.namespace(), pod.name()).link(pod.namespace() + "/" + pod.name()),
                Element.of(
                                "div",
                                "%s, works since %s"
                                        .formatted(
                                                pod.owner().orElse("by itself"),
                                                Period.time(Instant.ofEpochMilli(pod.workSince()))))
                        .with("class", "faint"));
    }

    private static Node node(String cluster, String name) {
        return Address.ofNode(cluster, name).link(name);
    }

    private static Node staying(MovesAnswer answer) {
        var staying = answer.staying();
        return staying.isEmpty()
                ? Node.NONE
                : Sections.aside("Pods that stay, on the nodes that it may have: "
                        + staying.stream().map(MovesSection::words).collect(Collectors.joining("; ")) + ".");
    }

    private static String words(StayingRow row) {
        return "%,d as %s".formatted(row.pods(), row.stay().words());
    }
}
