package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.failures.Rate;
import io.gpuledger.analyzer.failures.Variant;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Shows in what GPUs of a model differ, and which of the nodes that are alike fail more often than the others.
record VariantsSection(List<Variant> variants) {
    /// What is less likely than this is told to be more often than chance has it.
    private static final double BY_CHANCE = 0.01;

    private record Whose(String cluster, Optional<String> model, Trait trait) {
        static Whose of(Variant variant) {
            return new Whose(
                    variant.name().cluster(),
                    variant.name().model(),
                    variant.name().trait());
        }
    }

    VariantsSection {
        variants = List.copyOf(variants);
    }

    Node node() {
        Map<Whose, Integer> values = new HashMap<>();
        variants.forEach(variant -> values.merge(Whose.of(variant), 1, Integer::sum));
        var shown = variants.stream()
                .filter(variant -> values.getOrDefault(Whose.of(variant), 0) > 1 || variant.isMixed())
                .toList();
        return Node.of(
                Sections.heading("What GPUs run on"),
                shown.isEmpty()
                        ? Element.of(
                                "p",
                                variants.isEmpty()
                                        ? "Nothing is told of what GPUs run on."
                                        : "All GPUs of a model run on the same: driver, CUDA, VBIOS and ECC mode.")
                        : grid(shown));
    }

    private static Node grid(List<Variant> shown) {
        return new Grid<>(
                        "wide",
                        "GPUs of a model that differ, and how often their nodes failed in 1,000 node-days: with this,"
                                + " the others in the same time, and the same nodes before. What is marked is less"
                                + " likely than one in a hundred by chance.",
                        List.of(
                                Column.<Variant>of("What", VariantsSection::name),
                                Column.extra("Nodes", variant -> Node.text("%,d".formatted(variant.nodes()))),
                                Column.extra("Since", variant -> Node.text(FailuresPage.time(variant.since()))),
                                Column.of(
                                        "Failures",
                                        variant -> Node.text(
                                                "%,d".formatted(variant.own().failures()))),
                                Column.of("With this", variant -> Node.text(rate(variant.own()))),
                                Column.of("Others", variant -> against(variant, variant.others())),
                                Column.of("Before", variant -> against(variant, variant.before()))),
                        shown,
                        List.of())
                .node();
    }

    private static Node name(Variant variant) {
        var name = variant.name();
        return Node.of(
                Element.of("div", "%s %s".formatted(name.trait().title(), name.value())),
                Element.of("div", name.model().map(model -> model + ", ").orElse("") + name.cluster())
                        .with("class", "faint"));
    }

    private static Node against(Variant variant, Rate other) {
        var text = rate(other);
        return variant.chanceAgainst(other) < BY_CHANCE
                ? Node.of(Element.of("div", text), Element.of("strong", "fails more often"))
                : Node.text(text);
    }

    private static String rate(Rate rate) {
        return FailuresPage.number(rate.per1000NodeDays());
    }
}
