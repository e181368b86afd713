package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.placement.NodeSum;
import io.gpuledger.analyzer.placement.PlacementReport;
import io.gpuledger.analyzer.placement.WorkloadSum;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.store.pods.GangTables.Row;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The page at `/placements` says how jobs on many GPUs fared, and what it cost that workloads share nodes and are
/// packed or spread.
///
/// @param last the time until now that was asked for
record PlacementsPage(
        Span window, Optional<RecentTime> last, Optional<String> cluster, PlacementReport report, GangsAnswer gangs) {
    static final String PATH = "/placements";

    private static final List<Column<Row>> GANGS = List.of(
            Column.of("Job", PlacementsPage::job),
            Column.of("GPUs", row -> Node.text("%,d".formatted(row.gang().gpus()))),
            Column.of("GPU-hours", row -> hours(row.gang().elapsedMillis())),
            Column.of("On all of them", row -> Node.text(part(row.gang().whole()))),
            Column.of(
                    "Breaks",
                    row -> Node.text("%,d".formatted(row.gang().breaks().size()))),
            Column.extra(
                    "Work lost, GPU-hours",
                    row -> row.gang().lostMillis().map(PlacementsPage::hours).orElse(Node.text("not told"))),
            Column.extra(
                    "Effective",
                    row -> Node.text(
                            row.gang().effective().map(PlacementsPage::part).orElse(""))),
            Column.words("Ran", PlacementsPage::ran));

    private static final List<Column<NodeSum>> NODES = List.of(
            Column.of("Workloads on the node", sum -> Node.text(crowd(sum))),
            Column.of("GPU-hours", sum -> hours(sum.nodes().millis())),
            Column.of("Held", sum -> hours(sum.nodes().held())),
            Column.of("Stranded", sum -> hours(sum.nodes().stranded())),
            Column.extra("Failures", sum -> Node.text("%,d".formatted(sum.failures()))),
            Column.extra("Lost by failures", sum -> hours(sum.lost())),
            Column.extra("Lost of 1,000 held", sum -> number(sum.lostPer1000())));

    private static final List<Column<WorkloadSum>> WORKLOADS = List.of(
            Column.of("Lay", sum -> Node.text(layout(sum))),
            Column.of("Workloads", sum -> Node.text("%,d".formatted(sum.workloads()))),
            Column.of("GPU-hours held", sum -> hours(sum.held())),
            Column.of(
                    "Used",
                    sum -> Node.text(sum.activity().map(PlacementsPage::part).orElse(""))),
            Column.extra("Interruptions of 1,000 held", sum -> number(sum.interruptionsPer1000())),
            Column.extra("Work lost of 1,000 held", sum -> number(sum.lostPer1000())));

    Node node() {
        var kept = cluster.map(name -> Map.of(FindingParameters.CLUSTER.name(), name))
                .orElse(Map.of());
        return Node.of(
                Element.of("h1", "How work lay, and how it fared"),
                new TimeForm("placements", window, RecentTime.OF_BOOKS, last, kept).node(),
                ofGangs(),
                Sections.heading("Nodes, by how many workloads share them"),
                new Grid<>(
                                "wide",
                                "GPU-hours of nodes in hours in which so many workloads held GPUs of them.",
                                NODES,
                                report.nodes(),
                                List.of())
                        .node(),
                Sections.heading("Packed or spread"),
                new Grid<>(
                                "wide",
                                "Workloads of two pods or more: on as few nodes as hold so many GPUs, or on more.",
                                WORKLOADS,
                                report.workloads(),
                                List.of())
                        .node(),
                Sections.aside(
                        Node.text("The same as data: "),
                        api("gangs").link("/api/v1/gangs"),
                        Node.text(", "),
                        api("placements").link("/api/v1/placements"),
                        Node.text(".")));
    }

    private Address api(String path) {
        var address = Address.of("api/v1/" + path)
                .with(Hours.FROM.name(), Instant.ofEpochMilli(window.from()).toString())
                .with(Hours.TO.name(), Instant.ofEpochMilli(window.to()).toString());
        return cluster.map(name -> address.with(FindingParameters.CLUSTER.name(), name))
                .orElse(address);
    }

    private Node ofGangs() {
        var rows = gangs.answer().rows();
        var heading = Sections.heading("Jobs on %d GPUs and more".formatted(GangsEndpoint.GPUS));
        if (rows.isEmpty()) {
            return Node.of(heading, Element.of("p", "None ran in this time."));
        }
        var more = gangs.answer().count() - rows.size();
        return Node.of(
                heading,
                new Grid<>(
                                "wide",
                                "Those of the most GPU-hours first. A job breaks when it runs on all its GPUs, then on"
                                        + " fewer, and later goes on.",
                                GANGS,
                                rows,
                                List.of())
                        .node(),
                more > 0 ? Sections.aside("and %,d more: /api/v1/gangs".formatted(more)) : Node.NONE);
    }

    private static Node job(Row row) {
        return Node.of(
                Node.text(row.workload().namespace() + "/" + row.workload().owner()),
                Element.of(
                                "div",
                                Node.text("team "),
                                Address.ofTeam(row.team()).link(row.team()),
                                Node.text(", cluster " + row.workload().cluster()))
                        .with("class", "faint"));
    }

    private static Node ran(Row row) {
        var span = row.gang().span();
        return Node.text("%s to %s"
                .formatted(
                        Period.time(Instant.ofEpochMilli(span.from())), Period.time(Instant.ofEpochMilli(span.to()))));
    }

    private static String crowd(NodeSum sum) {
        return switch (sum.crowd()) {
            case NONE -> "none";
            case ONE -> "one";
            case FEW -> "2 or 3";
            case MANY -> "4 or more";
        };
    }

    private static String layout(WorkloadSum sum) {
        return switch (sum.layout()) {
            case PACKED -> "packed";
            case SPREAD -> "spread";
        };
    }

    private static Node hours(long millis) {
        return Node.text(Figures.hours(millis));
    }

    private static String part(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    private static Node number(Optional<Double> number) {
        return Node.text(
                number.map(some -> String.format(Locale.ROOT, "%,.2f", some)).orElse("-"));
    }
}
