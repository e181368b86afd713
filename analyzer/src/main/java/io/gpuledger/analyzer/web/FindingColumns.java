package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.web.api.Query;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The columns of tables of findings. Where there is little room their cells stand below each other.
final class FindingColumns {
    private static final int NAMED_MAX = 3;

    private FindingColumns() {}

    static List<Column<FindingGroup>> of(Instant now) {
        return List.of(
                Column.of("What", FindingColumns::what),
                new Column<>("Where", "words where", FindingColumns::where),
                new Column<>("Since", "words since", group -> since(group, now)),
                new Column<>("Hits", "words hits", FindingColumns::hits),
                new Column<>("Lost", "lost", FindingColumns::lost),
                new Column<>("To do", "words todo", FindingColumns::todo));
    }

    private static Node what(FindingGroup group) {
        var severity = group.severity().word();
        var detail = group.key().detail();
        var alike = new Query()
                .with(FindingParameters.CLUSTER, group.key().subject().cluster())
                .with(FindingParameters.KIND, group.kind().word());
        return Node.of(
                Element.of("span", severity).with("class", "severity " + severity),
                Node.text(" "),
                Element.of("a", group.kind().word()).with("href", "findings?" + alike),
                Node.text(detail.isEmpty() ? "" : " " + detail),
                faint(group.kind().meaning()));
    }

    private static Element faint(String text) {
        return Element.of("div", text).with("class", "faint");
    }

    private static Node where(FindingGroup group) {
        var nodes = group.nodes();
        var place = group.key().subject().cluster();
        var first = nodes.size() == 1
                ? Node.of(
                        Node.text(place + ": "),
                        Address.ofNode(place, nodes.getFirst()).link(nodes.getFirst()))
                : Node.text(nodes.isEmpty() ? place : place + ": " + named(nodes));
        var units = group.units();
        if (units.isEmpty()) {
            return first;
        }
        var models = group.models().isEmpty() ? "" : " " + String.join(", ", group.models());
        var second = units.size() == 1 ? units.getFirst() + models : "%d GPUs%s".formatted(units.size(), models);
        return Node.of(first, unit(group, second));
    }

    private static Node unit(FindingGroup group, String words) {
        return switch (group.key().subject()) {
            case Subject.OfUnit(var unit)
            when group.findings().size() == 1 ->
                Element.of("div", Address.ofGpu(unit.cluster(), unit.gpu()).link(words))
                        .with("class", "faint");
            case Subject.OfUnit _, Subject.OfNode _ -> faint(words);
        };
    }

    /// Names some, and says how many more there are.
    static String named(List<String> names) {
        var more = names.size() - NAMED_MAX;
        var some = names.stream().limit(NAMED_MAX).collect(Collectors.joining(", "));
        return more > 0 ? "%s and %,d more".formatted(some, more) : some;
    }

    private static Node since(FindingGroup group, Instant now) {
        var opened = Instant.ofEpochMilli(group.opened());
        var closed = group.closed();
        var end = closed.isPresent() ? Instant.ofEpochMilli(closed.getAsLong()) : now;
        var words = duration(Duration.between(opened, end));
        return Node.of(
                Node.text(Period.time(opened)), faint(closed.isPresent() ? "over after " + words : "for " + words));
    }

    static String duration(Duration duration) {
        if (duration.toHours() >= 48) {
            return "%d days".formatted(duration.toDays());
        }
        return duration.toMinutes() >= 120
                ? "%d hours".formatted(duration.toHours())
                : "%d min".formatted(Math.max(0, duration.toMinutes()));
    }

    private static Node hits(FindingGroup group) {
        var lines = new ArrayList<Node>();
        if (!group.teams().isEmpty()) {
            lines.add(Element.of("div", named(group.teams())));
        }
        if (!group.holders().isEmpty()) {
            lines.add(faint(named(group.holders())));
        }
        // Who is on a node that something is wrong with is not told.
        return lines.isEmpty() && !group.units().isEmpty() ? Node.text("nobody") : Node.of(lines);
    }

    private static Node lost(FindingGroup group) {
        if (group.lostMillis() == 0) {
            return Node.NONE;
        }
        return Node.of(
                Element.of("div", Figures.hours(group.lostMillis()) + " GPU-hours"), Sections.cost(group.cost()));
    }

    private static Node todo(FindingGroup group) {
        var evidence = group.findings().size() == 1 ? faint(group.evidence()) : Node.NONE;
        return Node.of(Node.text(group.action()), evidence);
    }
}
