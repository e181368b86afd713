package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.tenths;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.Shares;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// This section says what GPUs are now, which is provisional.
final class PresentSection {
    /// The books look at the present each minute: what is older than this deserves a word.
    private static final Duration FRESH = Duration.ofMinutes(5);

    private static final long TENTH = Units.MINUTE / 10;

    private record Row(Node name, String gpus, String part) {}

    private PresentSection() {}

    static Node of(Present present, Instant now) {
        return Node.of(Sections.heading(Node.text("Now "), Sections.mark("provisional")), content(present, now));
    }

    private static Node content(Present present, Instant now) {
        if (present.at().equals(Instant.EPOCH)) {
            return Element.of("p", "Not known yet: it is found out with the first books, within minutes.");
        }
        var units = Units.of(present.entries());
        if (units.sum() == 0) {
            return Element.of("p", "No GPU is known.");
        }
        return Node.of(when(present.at(), now), Bars.states("bar", "GPUs by state now", units::millis), table(units));
    }

    private static Node when(Instant at, Instant now) {
        var age = Duration.between(at, now);
        return Sections.aside(
                Node.text("The last minute before "),
                Element.of("time", at.truncatedTo(ChronoUnit.SECONDS).toString()),
                Node.text(". "),
                age.compareTo(FRESH) > 0 ? Sections.mark("%d minutes ago".formatted(age.toMinutes())) : Node.NONE);
    }

    private static Node table(Units units) {
        var columns = List.<Column<Row>>of(
                Column.of("State", Row::name),
                Column.of("GPUs", row -> Node.text(row.gpus())),
                Column.of("Part", row -> Node.text(row.part())));
        var all = new Row(Node.text("all"), tenths(Math.round((double) units.sum() / TENTH)), "100.0 %");
        var caption = "GPUs by state; a MIG instance is the part of its GPU that it is.";
        return new Grid<>("wide small", caption, columns, rows(units), List.of(all)).node();
    }

    private static List<Row> rows(Units units) {
        var parts = StateOrder.ALL.stream().mapToLong(units::millis).toArray();
        var gpus = Shares.of(parts, TENTH);
        var thousandths = Shares.thousandths(parts);
        var rows = new ArrayList<Row>();
        for (var i = 0; i < parts.length; i++) {
            if (parts[i] > 0) {
                var state = StateOrder.ALL.get(i);
                rows.add(new Row(Bars.named(state, state.word()), tenths(gpus[i]), tenths(thousandths[i]) + " %"));
            }
        }
        return rows;
    }
}
