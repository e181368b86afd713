package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.Amount;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/// The page at `/fleet` draws every GPU as a cell. A script draws the cells, as there may be very many; the table below
/// them says the same of the nodes without one.
record FleetMapPage(FleetMapParameters asked, FleetMap map, Instant now) {
    private static final int NODES_MAX = 250;
    private static final long TENTH = Units.MINUTE / 10;

    Node node() {
        if (map.at().equals(Instant.EPOCH)) {
            return Node.of(
                    Element.of("h1", "Fleet"),
                    Element.of(
                            "p",
                            Node.text("What each GPU is now is not known yet: it is found out with the first books,"
                                    + " within minutes of the first scrape. What is scraped is at "),
                            Address.of("targets").link("targets"),
                            Node.text(".")));
        }
        return Node.of(
                Element.of("h1", "Fleet"),
                when(),
                form(),
                Element.of("div", Bars.states("bar", "GPUs by state", state -> millis(state)), StateKey.node()),
                cells(),
                table());
    }

    private long millis(State state) {
        return map.millis().getOrDefault(state, 0L);
    }

    private Node when() {
        var age = Duration.between(map.at(), now);
        return Sections.aside(
                Sections.strong(Amount.of(map.gpus(), "GPU", "GPUs")),
                Node.text(" on %s, in the last minute before "
                        .formatted(Amount.of(map.nodes().size(), "node", "nodes"))),
                Element.of("time", map.at().toString().substring(0, 19) + "Z"),
                Node.text(". "),
                age.toMinutes() > 5 ? Sections.mark("%d minutes ago".formatted(age.toMinutes())) : Node.NONE);
    }

    private Node form() {
        return Element.of(
                        "form",
                        choice("group", "Together by", FleetMapParameters.GROUPS, asked.group()),
                        choice("colour", "Colour says", FleetMapParameters.COLOURS, asked.colour()),
                        filter("cluster", node -> Optional.of(node.name().cluster())),
                        filter("pool", node -> node.place().pool()),
                        filter("rack", node -> node.place().rack()),
                        words("team"),
                        words("node"),
                        state(),
                        Element.of("button", "Show").with("type", "submit"),
                        asked.given().isEmpty()
                                ? Node.NONE
                                : Address.of("fleet").link("all"))
                .with("class", "filters")
                .with("action", "fleet");
    }

    private Node filter(String name, Function<FleetMap.Node, Optional<String>> value) {
        var values = new TreeSet<String>();
        map.nodes().forEach(node -> value.apply(node).ifPresent(values::add));
        if (values.size() < 2 && given(name).isEmpty()) {
            return Node.NONE;
        }
        var all = new ArrayList<String>();
        all.add("");
        all.addAll(values);
        return choice(name, name, all, given(name));
    }

    private Node state() {
        var all = new ArrayList<String>();
        all.add("");
        all.addAll(States.WORDS);
        return choice("state", "state", all, given("state"));
    }

    private String given(String name) {
        return asked.given().getOrDefault(name, List.of()).stream().findFirst().orElse("");
    }

    private Node words(String name) {
        return TimeForm.field(
                name, Element.of("input").with("name", name).with("size", "12").with("value", given(name)));
    }

    private static Node choice(String name, String label, List<String> values, String chosen) {
        var options = values.stream()
                .map(value -> {
                    var option = Element.of("option", value.isEmpty() ? "all" : value)
                            .with("value", value);
                    return value.equals(chosen) ? option.with("selected", "") : option;
                })
                .toList();
        return TimeForm.field(label, Element.of("select", options).with("name", name));
    }

    /// The script asks the API for the same, again and again.
    private Node cells() {
        var address = Address.of("api/v1/fleet");
        for (var one : asked.given().entrySet()) {
            for (var value : one.getValue()) {
                address = address.with(one.getKey(), value);
            }
        }
        return Node.of(
                Element.of("div")
                        .with("class", "cells")
                        .with("tabindex", "0")
                        .with("role", "application")
                        .with(
                                "aria-label",
                                "GPUs as cells: arrow keys go from one to the next, Enter opens it, + and - zoom")
                        .with("data-source", address.toString())
                        .with("data-group", asked.group())
                        .with("data-colour", asked.colour()),
                Element.of("p", "").with("class", "readout").with("aria-live", "polite"));
    }

    private Node table() {
        var shown = map.nodes().stream().limit(NODES_MAX).toList();
        var more = map.nodes().size() - shown.size();
        return Node.of(
                Sections.heading("Nodes"),
                new Grid<>("wide", "GPUs of each node by state, now.", columns(), shown, List.of()).node(),
                more > 0
                        ? Sections.aside(
                                "and %,d nodes more: choose a cluster, pool or rack to see them.".formatted(more))
                        : Node.NONE);
    }

    private static List<Column<FleetMap.Node>> columns() {
        return List.of(
                Column.of("Node", FleetMapPage::name),
                Column.words("Cluster, pool, rack", node -> Node.text(place(node))),
                Column.of("GPUs", node -> Node.text(String.valueOf(node.cells().size()))),
                Column.of("States", FleetMapPage::bar),
                Column.of("Used", node -> gpus(node, State.USED)),
                Column.extra("Underused", node -> gpus(node, State.UNDERUSED)),
                Column.of("Idle", node -> gpus(node, State.IDLE)),
                Column.of("Free", node -> gpus(node, State.FREE)),
                Column.extra("Stranded", node -> gpus(node, State.STRANDED)),
                Column.of("Unhealthy", node -> gpus(node, State.UNHEALTHY)));
    }

    private static Node name(FleetMap.Node node) {
        var name = node.name();
        return name.node().isEmpty()
                ? Node.text("no node is known")
                : Address.ofNode(name.cluster(), name.node()).link(name.node());
    }

    private static String place(FleetMap.Node node) {
        var pool = node.place().pool().map(its -> ", " + its).orElse("");
        return node.name().cluster()
                + pool
                + node.place().rack().map(its -> ", " + its).orElse("");
    }

    private static long millis(FleetMap.Node node, State state) {
        return node.cells().stream()
                .mapToLong(cell -> cell.millis().getOrDefault(state, 0L))
                .sum();
    }

    private static Node bar(FleetMap.Node node) {
        return Bars.states("day", node.name().node() + " by state", state -> millis(node, state));
    }

    private static Node gpus(FleetMap.Node node, State state) {
        var millis = millis(node, state);
        return Node.text(millis == 0 ? "" : Figures.tenths(Math.round((double) millis / TENTH)));
    }
}
