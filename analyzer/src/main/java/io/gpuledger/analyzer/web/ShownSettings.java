package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.postgres.DatabaseFacts;
import io.gpuledger.analyzer.web.SettingsRoutes.Program;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import io.gpuledger.service.settings.Stated;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The page at `/settings` says what is in force, and where it comes from.
///
/// @param place where the database is
/// @param facts nothing where it does not answer
record ShownSettings(Program program, String place, Optional<DatabaseFacts> facts, Instant now) {
    private static final double GIB = 1L << 30;
    private static final double MIB = 1L << 20;

    private record Fact(String name, String words) {}

    private static final List<Column<Fact>> FACTS = List.of(
            Column.of("What", fact -> Node.text(fact.name())),
            new Column<>("", "words", fact -> Node.text(fact.words())));

    private static final List<Column<Stated>> SETTINGS = List.of(
            Column.of(
                    "Setting",
                    one -> Node.of(
                            Element.of("code", one.key()),
                            Element.of("div", one.description().replace("`", ""))
                                    .with("class", "faint"))),
            new Column<>(
                    "Value",
                    "words",
                    one -> one.value()
                            .<Node>map(value -> Element.of("code", value))
                            .orElse(Node.text("not set"))),
            new Column<>("From", "words", one -> Node.text(one.origin().orElse(""))));

    Node node() {
        return Node.of(
                Sections.heading("This analyzer"),
                new Grid<>("wide small", "What runs here.", FACTS, ofProgram(), List.of()).node(),
                settings("What was set", "Said by a flag, the environment or the file.", true),
                settings("What is as it is by default", "Nobody said anything else.", false),
                Sections.aside(
                        Node.text("A setting is changed by its flag, the variable of the environment or the key of the"
                                + " file, and a new start; of a secret only its file is shown. Who may look at this is"
                                + " said by --web-config-file. What it scrapes: "),
                        Address.of("targets").link("targets"),
                        Node.text(". Whether all is well that it depends on: "),
                        Address.of("doctor").link("doctor"),
                        Node.text(".")));
    }

    private List<Fact> ofProgram() {
        var all = new ArrayList<Fact>();
        all.add(new Fact("Version", program.version()));
        all.add(new Fact(
                "Runs since",
                "%s, for %s"
                        .formatted(
                                Period.time(program.started()),
                                FindingColumns.duration(Duration.between(program.started(), now)))));
        all.add(new Fact("Database", place));
        all.add(new Fact("", facts.map(ShownSettings::words).orElse("It gives no answer now: /readyz says why.")));
        all.add(new Fact("Samples are kept from", Period.time(program.keptFrom().get())));
        return all;
    }

    private static String words(DatabaseFacts facts) {
        return "PostgreSQL %s, %s, %s"
                .formatted(
                        facts.server(),
                        facts.flavour().equals("timescale") ? "with TimescaleDB" : "without TimescaleDB",
                        size(facts.bytes()));
    }

    private static String size(long bytes) {
        return bytes < GIB
                ? String.format(Locale.ROOT, "%,.0f MiB", bytes / MIB)
                : String.format(Locale.ROOT, "%,.1f GiB", bytes / GIB);
    }

    private Node settings(String heading, String caption, boolean isSaid) {
        var rows = program.settings().stream()
                .filter(setting -> setting.isSaid() == isSaid)
                .toList();
        return rows.isEmpty()
                ? Node.NONE
                : Node.of(
                        Sections.heading(heading),
                        new Grid<>("wide settings", caption, SETTINGS, rows, List.of()).node());
    }
}
