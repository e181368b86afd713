package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.StrandedNode;
import io.gpuledger.analyzer.stranded.Cause;
import io.gpuledger.analyzer.stranded.Stranding;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Holds what nobody held at an instant, and declares how `/api/v1/stranded` tells what of it is of use.
///
/// @param at in milliseconds since 1970
/// @param cause the only one of which nodes are told, where it is one
/// @param page which rows of nodes are told
record StrandedAnswer(long at, Optional<Cause> cause, Page page, List<StrandedNode> nodes) {
    /// What is so of the units of a kind of GPU of a cluster.
    ///
    /// @param cause empty where they are of use
    record Kind(String cluster, String sku, Optional<Cause> cause) {
        static final Comparator<Kind> ORDER = Comparator.comparing(Kind::cluster)
                .thenComparing(Kind::sku)
                .thenComparing(kind -> kind.cause().map(Cause::ordinal).orElse(-1));
    }

    record Sum(Kind kind, double expected, double waiting, boolean anyWaits) {
        Sum plus(Sum other) {
            return new Sum(kind, expected + other.expected, waiting + other.waiting, anyWaits || other.anyWaits);
        }
    }

    record Row(StrandedNode node, Cause cause, int units) {}

    private static final Type<String> CAUSE =
            Type.oneOf(Cause.ALL.stream().map(Cause::word).toList());

    private static final Shape<Sum> SUM = Shape.of(
            "sum",
            Field.of("cluster", Type.TEXT, sum -> sum.kind().cluster(), "Where they are."),
            Field.of("sku", Type.TEXT, sum -> sum.kind().sku(), "Which kind of GPU; empty where that is not known."),
            Field.orNull(
                    "cause",
                    CAUSE,
                    sum -> sum.kind().cause().map(Cause::word),
                    "Why they are of no use; `null` of those that are free."),
            Field.orNull("meaning", Type.TEXT, sum -> sum.kind().cause().map(Cause::meaning), "What that means."),
            Field.orNull("remedy", Type.TEXT, sum -> sum.kind().cause().map(Cause::remedy), "What to do about it."),
            Field.of(
                    "expected_gpus",
                    Type.NUMBER,
                    sum -> rounded(sum.expected()),
                    "How many GPUs, to the pods that are expected: this is what the books have as `stranded`."),
            Field.orNull(
                    "waiting_gpus",
                    Type.NUMBER,
                    sum -> Optional.of(rounded(sum.waiting())).filter(_ -> sum.anyWaits()),
                    "How many, to the pods that wait now; `null` where none do."));

    private static final Shape<Row> ROW = Shape.of(
            "node",
            Field.of("cluster", Type.TEXT, row -> row.node().cluster(), "Its cluster."),
            Field.of("node", Type.TEXT, row -> row.node().units().node(), "Its name."),
            Field.orNull("sku", Type.TEXT, row -> row.node().sku(), "Which GPUs it has."),
            Field.of(
                    "resource",
                    Type.TEXT,
                    row -> row.node().units().resource(),
                    "By which name pods ask for the units."),
            Field.of("unheld", Type.WHOLE_NUMBER, row -> row.node().units().count(), "How many of them nobody holds."),
            Field.of("cause", CAUSE, row -> row.cause().word(), "Why some of these are of no use."),
            Field.of("units", Type.WHOLE_NUMBER, Row::units, "How many."),
            Field.of("gpus", Type.NUMBER, row -> rounded(row.node().gpus(row.units())), "How many GPUs these are."),
            Field.of(
                    "evidence",
                    Type.TEXT,
                    row -> row.node().evidence(row.cause()),
                    "From what that follows, in a sentence."));

    static final Shape<StrandedAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, StrandedAnswer::at, "When that was so."),
            Field.of(
                    "sums",
                    Type.list(Type.object(SUM)),
                    StrandedAnswer::sums,
                    "All that nobody held, by cluster, kind of GPU and cause."),
            Paging.field(StrandedAnswer::page, answer -> answer.rows().size()),
            Field.of(
                    "nodes",
                    Type.list(Type.object(ROW)),
                    answer -> answer.page().of(answer.rows()),
                    "What is of no use to the pods that are expected, node by node, those with the most GPUs first."));

    /// MIG devices are sevenths of GPUs.
    static BigDecimal rounded(double gpus) {
        var rounded = BigDecimal.valueOf(gpus).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }

    Optional<String> next() {
        return page.nextQuery(rows().size());
    }

    /// Returns all that nobody held, by kind of GPU and cause.
    List<Sum> sums() {
        var sums = new TreeMap<Kind, Sum>(Kind.ORDER);
        for (var node : nodes) {
            Map<Optional<Cause>, Integer> expected = units(node.byExpected());
            Map<Optional<Cause>, Integer> waiting =
                    node.byWaiting().map(StrandedAnswer::units).orElse(Map.of());
            var gpusOfUnit = node.gpus(1);
            Stream.concat(expected.keySet().stream(), waiting.keySet().stream())
                    .distinct()
                    .map(why -> new Sum(
                            new Kind(node.cluster(), node.sku().orElse(""), why),
                            gpusOfUnit * expected.getOrDefault(why, 0),
                            gpusOfUnit * waiting.getOrDefault(why, 0),
                            node.byWaiting().isPresent()))
                    .forEach(sum -> sums.merge(sum.kind(), sum, Sum::plus));
        }
        sums.values().removeIf(sum -> sum.expected() == 0 && sum.waiting() == 0);
        return List.copyOf(sums.values());
    }

    private static Map<Optional<Cause>, Integer> units(Stranding stranding) {
        var units = new HashMap<Optional<Cause>, Integer>();
        stranding.units().forEach((why, some) -> units.put(Optional.of(why), some));
        units.put(Optional.empty(), stranding.free());
        return units;
    }

    /// Returns what is of no use, node by node, those with the most GPUs first.
    List<Row> rows() {
        var rows = new ArrayList<Row>();
        for (var node : nodes) {
            node.byExpected().units().forEach((why, units) -> {
                if (cause.map(why::equals).orElse(true)) {
                    rows.add(new Row(node, why, units));
                }
            });
        }
        rows.sort(Comparator.comparingDouble((Row row) -> -row.node().gpus(row.units()))
                .thenComparing(row -> row.node().cluster())
                .thenComparing(row -> row.node().units().node())
                .thenComparing(Row::cause));
        return rows;
    }
}
