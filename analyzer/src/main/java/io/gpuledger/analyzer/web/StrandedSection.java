package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.stranded.Cause;
import io.gpuledger.analyzer.web.StrandedAnswer.Kind;
import io.gpuledger.analyzer.web.StrandedAnswer.Row;
import io.gpuledger.analyzer.web.StrandedAnswer.Sum;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// This section says which GPUs nobody holds, and why which of them are of no use.
///
/// @param present what the last minute of the books cost
record StrandedSection(Asked asked, StrandedAnswer answer, Present present) {
    Node node() {
        var sums = answer.sums();
        if (sums.isEmpty()) {
            return Node.of(
                    Sections.heading("GPUs that nobody holds"),
                    Element.of(
                            "p", "There are none on nodes that are ready, and neither cordoned nor in maintenance."));
        }
        return Node.of(
                Sections.heading("GPUs that nobody holds"),
                new Grid<>(
                                "wide stack",
                                "By cause and kind of GPU. It is told twice what is of use: expected, to such pods as"
                                        + " came in the last weeks; actual, to the pods that wait now.",
                                sums(),
                                sums,
                                List.of())
                        .node(),
                nodes(),
                Sections.aside(
                        Node.text("The same as data: "), asked.api("stranded").link("/api/v1/stranded")));
    }

    private List<Column<Sum>> sums() {
        return List.of(
                Column.of("Cause", StrandedSection::cause),
                Column.of("Expected", StrandedSection::expected),
                Column.of("Actual", StrandedSection::waiting),
                Column.of("Cost", this::cost),
                new Column<>("To do", "words todo", sum -> Node.text(remedy(sum))));
    }

    private static Node cause(Sum sum) {
        var meaning = sum.kind().cause().map(Cause::meaning).orElse("A pod can have them.");
        return Node.of(
                Node.text(sum.kind().cause().map(Cause::word).orElse("free")),
                faint(place(sum.kind())),
                faint(meaning));
    }

    private static String place(Kind kind) {
        return kind.sku().isEmpty() ? kind.cluster() : "%s, %s".formatted(kind.sku(), kind.cluster());
    }

    private static Element faint(String text) {
        return Element.of("div", text).with("class", "faint");
    }

    private static Node expected(Sum sum) {
        return Node.text(Gpus.of(StrandedAnswer.rounded(sum.expected())));
    }

    private static Node waiting(Sum sum) {
        return Node.text(
                sum.anyWaits() ? Gpus.of(StrandedAnswer.rounded(sum.waiting())) + " by who waits" : "nobody waits");
    }

    private static String remedy(Sum sum) {
        return sum.kind().cause().map(Cause::remedy).orElse("");
    }

    /// What the last minute of the books had in this state, for this cause.
    private Node cost(Sum sum) {
        return sum.kind().cause().map(cause -> hourly(sum, cause)).orElse(Node.NONE);
    }

    private Node hourly(Sum sum, Cause cause) {
        SortedMap<String, Long> cost = MoneyNow.anHour(present, entry -> {
            var account = entry.entry().account();
            return account.state() == State.STRANDED
                    && account.cause().filter(cause.word()::equals).isPresent()
                    && entry.sku().equals(sum.kind().sku())
                    && entry.entry().unit().cluster().equals(sum.kind().cluster());
        });
        return Node.of(cost.entrySet().stream().map(StrandedSection::hourly).toList());
    }

    private static Element hourly(Map.Entry<String, Long> one) {
        return Element.of("div", "%s %s an hour".formatted(one.getKey(), Figures.money(one.getValue())));
    }

    private Node nodes() {
        var rows = answer.rows();
        if (rows.isEmpty()) {
            return Node.NONE;
        }
        var columns = List.<Column<Row>>of(
                Column.of("Node", StrandedSection::name),
                Column.of(
                        "GPUs",
                        row -> Node.text(
                                Gpus.number(StrandedAnswer.rounded(row.node().gpus(row.units()))))),
                new Column<>("Cause", "words", row -> Node.text(row.cause().word())),
                Column.extra(
                        "Unheld",
                        row -> Node.text("%,d".formatted(row.node().units().count()))),
                Column.words(
                        "From what that follows", row -> Node.text(row.node().evidence(row.cause()))));
        return Node.of(
                new Grid<>(
                                "wide",
                                "What is of no use to who is expected, node by node.",
                                columns,
                                rows.stream().limit(asked.limit()).toList(),
                                List.of())
                        .node(),
                LeftOut.of(rows.size(), asked));
    }

    private static Node name(Row row) {
        var node = row.node();
        return Node.of(
                Address.ofNode(node.cluster(), node.units().node())
                        .link(node.units().node()),
                faint("%s, %s".formatted(node.sku().orElse("GPU"), node.units().resource())));
    }
}
