package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.failures.Cause;
import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.failures.FailureReport;
import io.gpuledger.analyzer.failures.Lemon;
import io.gpuledger.analyzer.failures.Rate;
import io.gpuledger.analyzer.failures.Together;
import io.gpuledger.analyzer.failures.Variant;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.api.Query;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The page at `/failures` says how often hardware fails, which nodes to take out of the fleet, and which failures
/// one repair mends.
record FailuresPage(FailureReport report, List<Variant> variants) {
    static final String PATH = "/failures";

    FailuresPage {
        variants = List.copyOf(variants);
    }

    private record ByCause(String title, Rate rate) {}

    Node node() {
        var all = report.all();
        return Node.of(
                Element.of("p", headline(all)).with("class", "headline"),
                Sections.aside(
                        "From %s to %s. A failure ends what runs on a GPU, or takes the GPU away; what shows on one node within ten minutes is one failure."
                                .formatted(
                                        time(report.window().from()),
                                        time(report.window().to()))),
                Sections.heading("What fails, and how often"),
                all.failures() == 0 ? Node.NONE : byCause(),
                Sections.heading("Nodes to take out of the fleet"),
                lemons(),
                Sections.heading("What failed together"),
                together(),
                new VariantsSection(variants).node(),
                Sections.aside(
                        Element.of("a", "Each failure").with("href", "api/v1/failures?format=csv"),
                        Node.text(" and "),
                        Element.of("a", "what GPUs run on").with("href", "api/v1/variants?format=csv"),
                        Node.text(" as tables. What failures cost is booked as "),
                        Element.of("a", "unhealthy").with("href", "api/v1/ledger?by=state,cause"),
                        Node.text(".")));
    }

    private String headline(Rate all) {
        if (all.nodeMillis() == 0) {
            return "No node with GPUs was there in this time.";
        }
        if (all.failures() == 0) {
            return "Nothing has failed in %s node-days.".formatted(rounded(all.nodeDays()));
        }
        return "%,d %s of hardware in %s node-days: %s in 1,000 node-days. A job on 16 nodes is hit about once in %s."
                .formatted(
                        all.failures(),
                        all.failures() == 1 ? "failure" : "failures",
                        rounded(all.nodeDays()),
                        number(all.per1000NodeDays()),
                        all.daysBetween(16).map(FailuresPage::span).orElse(""));
    }

    private Node byCause() {
        var rows = Arrays.stream(Cause.values())
                .map(cause -> new ByCause(cause.title(), report.rate(cause)))
                .filter(row -> row.rate().failures() > 0)
                .sorted((one, other) ->
                        Long.compare(other.rate().failures(), one.rate().failures()))
                .toList();
        return new Grid<>(
                        "wide",
                        "In nine of ten cases the true rate lies in the interval, where failures come independently of"
                                + " each other.",
                        List.of(
                                Column.<ByCause>of("What", row -> Node.text(row.title())),
                                Column.of(
                                        "Failures",
                                        row -> Node.text(
                                                "%,d".formatted(row.rate().failures()))),
                                Column.of("Part", row -> Node.text(part(row.rate()))),
                                Column.of(
                                        "In 1,000 node-days",
                                        row -> Node.text(number(row.rate().per1000NodeDays()))),
                                Column.extra("Interval", row -> Node.text(interval(row.rate())))),
                        rows,
                        List.of(new ByCause("All", report.all())))
                .node();
    }

    private String part(Rate rate) {
        return "%.0f %%"
                .formatted(
                        100.0 * (double) rate.failures() / (double) report.all().failures());
    }

    private static String interval(Rate rate) {
        return "%s to %s".formatted(number(rate.low()), number(rate.high()));
    }

    private Node lemons() {
        if (report.lemons().isEmpty()) {
            return Element.of("p", "No node fails more often than chance has it.");
        }
        return new Grid<>(
                        "wide",
                        "These failed more often than the others do, and than by chance. Drain them, run a long"
                                + " diagnosis (dcgmi diag -r 3), and have them mended or replaced.",
                        List.of(
                                Column.<Lemon>of("Node", FailuresPage::link),
                                Column.of(
                                        "Failures",
                                        lemon -> Node.text(
                                                "%,d".formatted(lemon.failures().size()))),
                                Column.of("Expected", lemon -> Node.text("%.1f".formatted(lemon.expected()))),
                                Column.words("What", lemon -> Node.text(causes(lemon.failures()))),
                                Column.words(
                                        "GPUs",
                                        lemon ->
                                                Node.text(FindingColumns.named(FailuresAnswer.gpus(lemon.failures())))),
                                Column.of(
                                        "Last",
                                        lemon -> Node.text(
                                                time(lemon.failures().getLast().at())))),
                        report.lemons(),
                        List.of())
                .node();
    }

    private static Node link(Lemon lemon) {
        var name = lemon.node().name();
        var query =
                new Query().with(FindingParameters.CLUSTER, name.cluster()).with(FindingParameters.NODE, name.node());
        return Element.of("a", "%s: %s".formatted(name.cluster(), name.node())).with("href", "findings?" + query);
    }

    private Node together() {
        if (report.together().isEmpty()) {
            return Element.of("p", "No failures had something in common.");
        }
        return new Grid<>(
                        "wide",
                        "Look first at what they have in common: one repair may mend them all. The latest is first.",
                        List.of(
                                Column.<Together>of("In common", FailuresPage::common),
                                Column.of(
                                        "Failed",
                                        one -> Node.text(
                                                one.kind().equals("node")
                                                        ? "%d GPUs"
                                                                .formatted(FailuresAnswer.gpus(one.failures())
                                                                        .size())
                                                        : "%d of %d nodes"
                                                                .formatted(
                                                                        FailuresAnswer.nodes(one.failures())
                                                                                .size(),
                                                                        one.nodes()))),
                                Column.words("What", one -> Node.text(causes(one.failures()))),
                                Column.words(
                                        "Nodes",
                                        one -> Node.text(FindingColumns.named(FailuresAnswer.nodes(one.failures())))),
                                Column.of(
                                        "When",
                                        one -> Node.text(
                                                time(one.failures().getFirst().at())))),
                        report.together(),
                        List.of())
                .node();
    }

    private static Node common(Together one) {
        return Node.of(
                Element.of("div", "%s %s".formatted(kind(one.kind()), one.name())),
                Element.of("div", one.cluster()).with("class", "faint"));
    }

    /// Labels are called what people call what they stand for.
    private static String kind(String kind) {
        if (kind.endsWith("_rack")) {
            return "rack";
        }
        return switch (kind) {
            case "node", "job", "cluster" -> kind;
            case "network_topology_nvidia_com_leaf" -> "leaf switch";
            case "network_topology_nvidia_com_spine" -> "spine switch";
            case "network_topology_nvidia_com_core" -> "core switch";
            case "nvidia_com_gpu_clique", "network_topology_nvidia_com_accelerator" -> "NVLink domain";
            default -> kind;
        };
    }

    private static String causes(List<Failure> failures) {
        return failures.stream()
                .map(failure -> failure.cause().title())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    static String time(long millis) {
        return Period.time(Instant.ofEpochMilli(millis));
    }

    private static String span(double days) {
        return FindingColumns.duration(Duration.ofMinutes(Math.round(days * 24 * 60)));
    }

    private static String rounded(double number) {
        return String.format(Locale.ENGLISH, number < 10 ? "%,.1f" : "%,.0f", number);
    }

    static String number(Optional<Double> number) {
        return number.map(value -> value < 0.095 ? "%.2f".formatted(value) : rounded(value))
                .orElse("");
    }
}
