package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.FragmentedNode;
import io.gpuledger.analyzer.diagnosis.Fragments;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.stranded.Use;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.ArrayList;
import java.util.List;

/// This section says how much of what stands free the next pod could not have, and what it would lack there.
record FragmentationSection(Asked asked, FragmentationAnswer answer) {
    private static final int NODES_MAX = 10;

    private record Row(Node name, Fragments fragments) {}

    Node node() {
        if (answer.nodes().isEmpty()) {
            return Node.NONE;
        }
        var worst = answer.worst().stream()
                .filter(node -> node.fragments().fragmentGpus() > 0)
                .limit(NODES_MAX)
                .map(FragmentationSection::row)
                .toList();
        return Node.of(
                Sections.heading("Fragments"),
                grid(
                        "How many of the whole GPUs that nobody holds the next pod could not have, on average over the"
                                + " pods that are expected.",
                        clusters()),
                worst.isEmpty() ? Node.NONE : grid("The nodes with the largest fragments.", worst),
                Sections.aside(
                        Node.text("The same as data: "),
                        asked.api("fragmentation").link("/api/v1/fragmentation")));
    }

    private List<Row> clusters() {
        var rows = new ArrayList<Row>();
        FragmentedNode.byCluster(answer.nodes())
                .forEach((cluster, fragments) -> rows.add(new Row(Node.text(cluster), fragments)));
        return rows;
    }

    private static Row row(FragmentedNode node) {
        var name = Node.of(
                Address.ofNode(node.cluster(), node.node()).link(node.node()),
                Element.of("div", node.sku().orElse("")).with("class", "faint"));
        return new Row(name, node.fragments());
    }

    private static Node grid(String caption, List<Row> rows) {
        var columns = List.<Column<Row>>of(
                Column.of("", Row::name),
                Column.of("Free", row -> gpus(row.fragments().idleGpus())),
                Column.of("Fragments", row -> gpus(row.fragments().fragmentGpus())),
                Column.of("Part", row -> Node.text(part(row.fragments()))),
                Column.extra("Too few GPUs", row -> gpus(row.fragments().gpus(Use.LACKS_GPUS))),
                Column.extra("Too few cores", row -> gpus(row.fragments().gpus(Use.LACKS_CORES))),
                Column.extra("Too few of both", row -> gpus(row.fragments().gpus(Use.LACKS_BOTH))),
                Column.extra("Another model", row -> gpus(row.fragments().gpus(Use.OTHER_MODEL))));
        return new Grid<>("wide", caption, columns, rows, List.of()).node();
    }

    private static Node gpus(double gpus) {
        return Node.text(Gpus.number(StrandedAnswer.rounded(gpus)));
    }

    private static String part(Fragments fragments) {
        return fragments.ratio().stream()
                .mapToObj(StrandedAnswer::rounded)
                .map(part -> Gpus.number(part.movePointRight(2)) + " %")
                .findFirst()
                .orElse("");
    }
}
