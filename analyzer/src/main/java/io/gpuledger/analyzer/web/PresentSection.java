package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.Shares;
import io.gpuledger.analyzer.web.Rows.Head;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// What GPUs are now. It is provisional, as the present is.
final class PresentSection {
    /// The books look at the present each minute.
    private static final Duration FRESH = Duration.ofMinutes(5);

    private static final long TENTH = Units.MINUTE / 10;

    private final Markup page;
    private final Present present;
    private final Instant now;

    PresentSection(Markup page, Present present, Instant now) {
        this.page = page;
        this.present = present;
        this.now = now;
    }

    void write() {
        page.open("h2")
                .text("Now ")
                .tag("span", "provisional", "class", "mark")
                .close("h2")
                .line();
        if (present.at().equals(Instant.EPOCH)) {
            page.tag("p", "Not known yet: it is found out with the first books, within minutes.");
            return;
        }
        var units = Units.of(present.entries());
        if (units.sum() == 0) {
            page.tag("p", "No GPU is known.");
            return;
        }
        var age = Duration.between(present.at(), now);
        page.open("p", "class", "faint")
                .text("The last minute before ")
                .tag("time", present.at().truncatedTo(ChronoUnit.SECONDS).toString())
                .text(". ");
        if (age.compareTo(FRESH) > 0) {
            page.tag("span", "%d minutes ago".formatted(age.toMinutes()), "class", "mark");
        }
        page.close("p");
        table(units);
    }

    private void table(Units units) {
        Bars.states(page, "bar", "GPUs by state now", state -> millis(units, state));
        var rows = new Rows(
                page,
                "wide small",
                "GPUs by state; a MIG instance is the part of its GPU that it is.",
                List.of(Head.of("State"), Head.of("GPUs"), Head.of("Part")));
        var parts =
                States.ORDER.stream().mapToLong(state -> millis(units, state)).toArray();
        var gpus = Shares.of(parts, TENTH);
        var thousandths = Shares.thousandths(parts);
        for (var i = 0; i < parts.length; i++) {
            if (parts[i] > 0) {
                rows.begin();
                Bars.swatch(page, States.ORDER.get(i));
                page.text(States.ORDER.get(i).word());
                rows.headed();
                rows.cell(Figures.tenths(gpus[i]));
                rows.cell(Figures.tenths(thousandths[i]) + " %");
                rows.end();
            }
        }
        rows.foot();
        rows.begin("all");
        rows.cell(Figures.tenths(Math.round((double) units.sum() / TENTH)));
        rows.cell("100.0 %");
        rows.end();
        rows.close(true);
    }

    private static long millis(Units units, State state) {
        return units.gpus().getOrDefault(state, 0L);
    }
}
