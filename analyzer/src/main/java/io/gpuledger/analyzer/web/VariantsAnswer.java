package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.failures.Rate;
import io.gpuledger.analyzer.failures.Variant;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Declares what `/api/v1/variants` answers.
record VariantsAnswer(Span window, Page page, List<Variant> variants) {
    /// Only these traits have a history. The others are read with each sample, and are looked at as they are now.
    private static final List<String> TRAITS = Stream.of(Trait.DRIVER, Trait.CUDA, Trait.VBIOS, Trait.ECC)
            .map(Trait::word)
            .toList();

    private static final int CHANCE_PLACES = 6;

    static final Shape<Variant> VARIANT = Shape.of(
            "variant",
            Field.of("cluster", Type.TEXT, variant -> variant.name().cluster(), "Where these nodes are."),
            Field.orNull(
                    "model",
                    Type.TEXT,
                    variant -> variant.name().model(),
                    "The model of the GPUs; `null` where nobody tells."),
            Field.of(
                    "trait",
                    Type.oneOf(TRAITS),
                    variant -> variant.name().trait().word(),
                    "In what they are alike."),
            Field.of(
                    "value",
                    Type.TEXT,
                    variant -> variant.name().value(),
                    "What it is of them; several with ` + ` between them where the GPUs of a node differ."),
            Field.of("nodes", Type.WHOLE_NUMBER, Variant::nodes, "How many nodes have it at the end of the time."),
            Field.of("gpus", Type.WHOLE_NUMBER, Variant::gpus, "How many GPUs these have."),
            Field.of("since", Type.MILLIS, Variant::since, "Since when the first node had it, within the time."),
            nodeDays("node_days", Variant::own, "For how long they had it, all together."),
            Field.part(FailuresAnswer.RATE, Variant::own),
            failures("others_failures", Variant::others, "How often nodes with another value failed since then."),
            nodeDays("others_node_days", Variant::others, "For how long there were such nodes, all together."),
            rate("others_per_1000_node_days", Variant::others, "How often that is in 1,000 node-days."),
            chance("chance_against_others", Variant::others, "as often as the others"),
            failures("before_failures", Variant::before, "How often its own nodes failed before they had it."),
            nodeDays("before_node_days", Variant::before, "For how long they had had another value, all together."),
            rate("before_per_1000_node_days", Variant::before, "How often that is in 1,000 node-days."),
            chance("chance_against_before", Variant::before, "as often as before"));

    static final Shape<VariantsAnswer> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, VariantsAnswer::window),
            Paging.field(VariantsAnswer::page, answer -> answer.variants().size()),
            Field.of(
                    "variants",
                    Type.list(Type.object(VARIANT)),
                    VariantsAnswer::rows,
                    "Nodes whose GPUs of a model are alike in a trait, that with most nodes first."));

    static final Table<VariantsAnswer, ?> TABLE = new Table<>(VARIANT, VariantsAnswer::rows, _ -> Map.of());

    VariantsAnswer {
        variants = List.copyOf(variants);
    }

    Optional<String> next() {
        return page.nextQuery(variants.size());
    }

    private List<Variant> rows() {
        return page.of(variants);
    }

    private static Field<Variant> failures(String name, Function<Variant, Rate> of, String help) {
        return Field.of(name, Type.WHOLE_NUMBER, variant -> of.apply(variant).failures(), help);
    }

    private static Field<Variant> nodeDays(String name, Function<Variant, Rate> of, String help) {
        return Field.of(
                name, Type.THOUSANDTHS, variant -> Math.round(of.apply(variant).nodeDays() * 1_000), help);
    }

    private static Field<Variant> rate(String name, Function<Variant, Rate> of, String help) {
        return Field.orNull(
                name,
                Type.THOUSANDTHS,
                variant -> thousandths(of.apply(variant).per1000NodeDays()),
                help + " `null` where there was no such time.");
    }

    private static Field<Variant> chance(String name, Function<Variant, Rate> of, String as) {
        return Field.of(
                name,
                Type.decimal(CHANCE_PLACES),
                variant -> BigDecimal.valueOf(variant.chanceAgainst(of.apply(variant))),
                "How likely so many failures or more are, if it fails %s. Where this is small, it fails more often."
                        .formatted(as));
    }

    private static Optional<Long> thousandths(Optional<Double> number) {
        return number.map(value -> Math.round(value * 1_000));
    }
}
