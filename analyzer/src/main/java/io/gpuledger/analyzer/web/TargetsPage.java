package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.prometheus.ReadState;
import io.gpuledger.analyzer.scrape.TargetList;
import io.gpuledger.analyzer.scrape.TargetState;
import io.gpuledger.analyzer.scrape.TargetState.Health;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets.Dropped;
import io.gpuledger.analyzer.scrape.discovery.FoundTarget;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The page at `/targets` says what is scraped, and how that goes: first of those that fail.
///
/// @param reading how far it is with the Prometheus that is read, if one is
/// @param shown how many rows a table may have
record TargetsPage(TargetList targets, Optional<ReadState> reading, int shown, Instant now) {
    static final String PATH = "/targets";

    /// A page of more is loaded slowly, and nobody reads them.
    private static final int MOST = 20_000;

    static final One<Integer> SHOWN =
            new One<>("limit", Reading.upTo(MOST), 500, "500", "How many rows a table may have.");

    private static final Comparator<TargetState> ORDER = Comparator.comparing(
                    (TargetState state) -> state.target().pool())
            .thenComparing(state -> state.target().url().toString());

    private static final Column<TargetState> EVERY =
            Column.extra("Every", state -> Node.text(seconds(state.target().interval())));

    private enum How {
        FAILED,
        PENDING,
        WELL;

        static How of(TargetState state) {
            if (state.failed().isPresent()) {
                return FAILED;
            }
            return state.health() == Health.UNKNOWN ? PENDING : WELL;
        }
    }

    Node node() {
        if (targets.active().isEmpty() && targets.dropped().isEmpty() && targets.elsewhere() == 0) {
            return Node.of(reading.isPresent() ? prometheus() : empty(), pushed());
        }
        return Node.of(
                Element.of("p", headline()).with("class", "headline"),
                elsewhere(),
                failed(),
                table("Not scraped yet", "Those that were found just now.", How.PENDING, List.of(EVERY)),
                table("Those that answer", "By who found them, and by address.", How.WELL, ofAnswers()),
                dropped(),
                prometheus(),
                pushed());
    }

    private Node prometheus() {
        return reading.map(state -> new PrometheusSection(state, now).node()).orElse(Node.NONE);
    }

    private List<TargetState> of(How how) {
        return targets.active().stream()
                .filter(state -> How.of(state) == how)
                .sorted(ORDER)
                .toList();
    }

    private String headline() {
        var all = targets.active().size();
        if (all == 0 && targets.elsewhere() > 0) {
            return "None of the targets is scraped by this analyzer.";
        }
        var failed = of(How.FAILED).size();
        var pending = of(How.PENDING).size();
        var first = failed == 0
                ? "All %,d targets answer".formatted(all - pending)
                : "%,d of %,d targets fail".formatted(failed, all);
        if (all == pending) {
            return "%,d targets were found, and none is scraped yet.".formatted(all);
        }
        return pending == 0 ? first + "." : "%s; not scraped yet: %,d.".formatted(first, pending);
    }

    private Node elsewhere() {
        return targets.elsewhere() == 0
                ? Node.NONE
                : Element.of(
                        "p",
                        "Scraped by other analyzers on this database, among which targets are shared out: %,d more."
                                .formatted(targets.elsewhere()));
    }

    private Node failed() {
        var failed = of(How.FAILED);
        if (failed.isEmpty()) {
            return Node.NONE;
        }
        var columns = List.<Column<TargetState>>of(
                Column.of("Target", TargetsPage::target),
                new Column<>("Last tried", "words", state -> Node.text("Tried " + last(state))),
                new Column<>(
                        "What is wrong",
                        "words",
                        state -> Node.text(state.lastError().orElse(""))),
                new Column<>("To do", "words todo", TargetsPage::remedy));
        return Node.of(
                Sections.heading("Those that fail"),
                new Grid<>(
                                "wide stack",
                                "While a target gives no page, the time of its GPUs is unobserved.",
                                columns,
                                limited(failed),
                                List.of())
                        .node(),
                left(failed.size()));
    }

    private static Node remedy(TargetState state) {
        return Node.text(
                state.failed().map(failed -> TargetRemedy.of(failed.outcome())).orElse(""));
    }

    private List<Column<TargetState>> ofAnswers() {
        return List.of(
                Column.of("Last scrape", state -> Node.text(last(state))),
                Column.of("Took", TargetsPage::took),
                Column.of("Samples", state -> Node.text("%,d".formatted(state.samples()))),
                EVERY,
                Column.words("Notes", TargetsPage::notes));
    }

    private Node table(String heading, String caption, How how, List<Column<TargetState>> more) {
        var rows = of(how);
        if (rows.isEmpty()) {
            return Node.NONE;
        }
        var columns = new ArrayList<Column<TargetState>>();
        columns.add(Column.of("Target", TargetsPage::target));
        columns.addAll(more);
        return Node.of(
                Sections.heading(heading),
                new Grid<>("wide", caption, columns, limited(rows), List.of()).node(),
                left(rows.size()));
    }

    private <R> List<R> limited(List<R> rows) {
        return rows.stream().limit(shown).toList();
    }

    private Node left(int rows) {
        if (rows <= shown) {
            return Node.NONE;
        }
        var more = Math.min(MOST, rows);
        return Sections.aside(
                Node.text("%,d more are left out. ".formatted(rows - shown)),
                Address.of("targets").with(SHOWN.name(), String.valueOf(more)).link("Show %,d".formatted(more)));
    }

    private static Node target(TargetState state) {
        var target = state.target();
        return Node.of(
                Node.text(target.url().toString()),
                Element.of("div", target.pool() + labels(target.labels())).with("class", "faint"));
    }

    private static String labels(Map<String, String> labels) {
        return labels.entrySet().stream()
                .filter(label -> !label.getKey().equals("instance"))
                .map(label -> ", %s %s".formatted(label.getKey(), label.getValue()))
                .collect(Collectors.joining());
    }

    private String last(TargetState state) {
        return state.lastScrape()
                .map(at -> age(Duration.between(at, now)) + " ago")
                .orElse("not yet");
    }

    private static String age(Duration age) {
        return age.toMinutes() < 2 ? Math.max(0, age.toSeconds()) + " s" : FindingColumns.duration(age);
    }

    private static Node took(TargetState state) {
        return Node.text("%,d ms".formatted(state.lastDuration().toMillis()));
    }

    private static String seconds(Duration time) {
        var millis = time.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }

    private static Node notes(TargetState state) {
        var problems = state.problems() == 0
                ? Node.NONE
                : Element.of(
                        "div",
                        "Lines that could not be read: %,d, of which this is the first: %s"
                                .formatted(
                                        state.problems(), state.firstProblem().orElse("")));
        var skew = state.isSkewed()
                ? Element.of(
                        "div",
                        "Its clock is %,d s away from ours: let both follow NTP."
                                .formatted(state.skew().orElse(Duration.ZERO).toSeconds()))
                : Node.NONE;
        var twice = state.duplicates() == 0
                ? Node.NONE
                : Element.of("div", "Found %,d more times.".formatted(state.duplicates()));
        return Node.of(problems, skew, twice);
    }

    private Node dropped() {
        var dropped = targets.dropped();
        if (dropped.isEmpty()) {
            return Node.NONE;
        }
        var columns = List.<Column<Dropped>>of(
                Column.of("Target", one -> Node.text(address(one))),
                Column.of("Found by", one -> Node.text(one.pool())),
                new Column<>("Why", "words", one -> Node.text(one.reason())));
        return Node.of(
                Sections.heading("Found and not scraped"),
                new Grid<>(
                                "wide",
                                "What discovery gave and is no page to scrape.",
                                columns,
                                limited(dropped),
                                List.of())
                        .node(),
                left(dropped.size()));
    }

    private static String address(Dropped one) {
        return one.found().labels().getOrDefault(FoundTarget.ADDRESS, "without an address");
    }

    private static Node empty() {
        return Node.of(
                Element.of("p", "Nothing is scraped: no target is named.").with("class", "headline"),
                Element.of("p", "Start the analyzer with one of these, or set them in its file:"),
                Element.of(
                        "ul",
                        way("--scrape-targets host1:9400,host2:9400", "names exporters one by one"),
                        way("--scrape-file-sd /etc/gpu-ledger/targets/*.yml", "reads files as Prometheus' file_sd has"),
                        way("--scrape-http-sd http://inventory/targets", "asks a page as Prometheus' http_sd does"),
                        way(
                                "--scrape-kubernetes app.kubernetes.io/name=gpu-exporter",
                                "finds the pods of the cluster that it runs in"),
                        way(
                                "--from-prometheus http://prometheus:9090",
                                "reads what a Prometheus has of exporters, its past first")));
    }

    private static Element way(String code, String words) {
        return Element.of("li", Element.of("code", code), Node.text(" " + words));
    }

    private static Node pushed() {
        return Sections.aside("What Prometheus or another agent sends to /api/v1/write by remote write is not listed"
                + " here: nobody scrapes it.");
    }
}
