package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.pods.Room.Slots;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// This section says for how many pods of each size there is room on one node.
record RoomSection(Asked asked, SlotsAnswer answer) {
    private record Units(String cluster, String sku, String resource) {}

    private record Row(Units units, Map<Integer, Slots> bySize) {}

    Node node() {
        var rows = rows();
        if (rows.isEmpty()) {
            return Node.NONE;
        }
        return Node.of(
                Sections.heading("Room for how many pods"),
                new Grid<>("wide", caption(), columns(), rows, List.of()).node(),
                Sections.aside(
                        Node.text("The same as data: "), asked.api("slots").link("/api/v1/slots")));
    }

    private String caption() {
        return asked.isSlow()
                ? "Pods of so many units on one node: now → if the pods that may move stood closer together."
                : "Pods of so many units on one node, now.";
    }

    private List<Row> rows() {
        var bySize = new LinkedHashMap<Units, Map<Integer, Slots>>();
        for (var slots : answer.slots()) {
            var kind = slots.kind();
            bySize.computeIfAbsent(new Units(kind.cluster(), kind.sku(), kind.resource()), _ -> new TreeMap<>())
                    .put(kind.size(), slots.slots());
        }
        return bySize.entrySet().stream()
                .map(one -> new Row(one.getKey(), one.getValue()))
                .toList();
    }

    private List<Column<Row>> columns() {
        var columns = new ArrayList<Column<Row>>();
        columns.add(Column.of("GPUs", RoomSection::name));
        for (var size : SlotsAnswer.SIZES) {
            columns.add(Column.of(
                    "of " + size, row -> cell(Optional.ofNullable(row.bySize().get(size)))));
        }
        return columns;
    }

    private static Node name(Row row) {
        var units = row.units();
        return Node.of(
                Node.text(units.sku().isEmpty() ? "GPUs of a kind that is not known" : units.sku()),
                Element.of("div", "%s, %s".formatted(units.resource(), units.cluster()))
                        .with("class", "faint"));
    }

    private Node cell(Optional<Slots> slots) {
        return slots.map(some ->
                        asked.isSlow() ? "%,d → %,d".formatted(some.now(), some.closer()) : "%,d".formatted(some.now()))
                .map(Node::text)
                .orElse(Node.NONE);
    }
}
