package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.StrandedNode;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/// Holds what nobody holds, as it is and as it would be if pods stood closer, and declares how `/api/v1/slots` tells
/// for how many pods that is room.
///
/// @param at in milliseconds since 1970
record SlotsAnswer(long at, List<StrandedNode> now, List<StrandedNode> closer) {
    private static final List<Integer> SIZES = List.of(1, 2, 4, 8);
    private static final int WHOLE_NODE = 8;

    private record Kind(String cluster, String sku, String resource, int size) {
        static final Comparator<Kind> ORDER = Comparator.comparing(Kind::cluster)
                .thenComparing(Kind::sku)
                .thenComparing(Kind::resource)
                .thenComparingInt(Kind::size);

        static Stream<Kind> of(StrandedNode node) {
            return SIZES.stream()
                    .filter(size -> node.areWhole() || (node.units().areInstances() && size == 1))
                    .map(size -> new Kind(
                            node.cluster(), node.sku().orElse(""), node.units().resource(), size));
        }
    }

    private record Fabric(String cluster, String label, String value) {
        static final Comparator<Fabric> ORDER = Comparator.comparing(Fabric::cluster)
                .thenComparing(Fabric::label)
                .thenComparing(Fabric::value);

        static Stream<Fabric> of(StrandedNode node) {
            return node.areWhole()
                    ? node.fabrics().entrySet().stream()
                            .map(label -> new Fabric(node.cluster(), label.getKey(), label.getValue()))
                    : Stream.empty();
        }
    }

    private record Row<K>(K kind, long now, long closer) {
        /// What pods were put together for is never less than what there is as they stand.
        Row<K> atLeastNow() {
            return new Row<>(kind, now, Math.max(now, closer));
        }
    }

    private static final Shape<Row<Kind>> SLOTS = Shape.of(
            "slots",
            Field.of("cluster", Type.TEXT, row -> row.kind().cluster(), "Where."),
            Field.of("sku", Type.TEXT, row -> row.kind().sku(), "Which kind of GPU; empty where that is not known."),
            Field.of("resource", Type.TEXT, row -> row.kind().resource(), "By which name pods ask for the units."),
            Field.of("size", Type.WHOLE_NUMBER, row -> row.kind().size(), "How many units such a pod asks for."),
            Field.of("now", Type.WHOLE_NUMBER, Row::now, "For how many such pods there is room now."),
            Field.of(
                    "after_repacking",
                    Type.WHOLE_NUMBER,
                    Row::closer,
                    "For how many there could be, if the pods that may move were put closer together by best fit."));

    private static final Shape<Row<Fabric>> FABRIC = Shape.of(
            "fabric",
            Field.of("cluster", Type.TEXT, row -> row.kind().cluster(), "Where."),
            Field.of(
                    "label",
                    Type.TEXT,
                    row -> row.kind().label(),
                    "The label, by its normal name, by which nodes say what network or rack they are in."),
            Field.of("value", Type.TEXT, row -> row.kind().value(), "Its value: the network or the rack."),
            Field.of(
                    "now",
                    Type.WHOLE_NUMBER,
                    Row::now,
                    "For how many pods of 8 GPUs there is room in it now: a gang that has to be in one such network may"
                            + " have as many."),
            Field.of("after_repacking", Type.WHOLE_NUMBER, Row::closer, "For how many there could be."));

    static final Shape<SlotsAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, SlotsAnswer::at, "When that was so."),
            Field.of(
                    "slots",
                    Type.list(Type.object(SLOTS)),
                    answer -> answer.rows(Kind.ORDER, Kind::of, (node, kind) -> node.slots(kind.size())),
                    "The room for pods of 1, 2, 4 and 8 whole GPUs on one node, and for MIG devices, by kind of GPU."),
            Field.of(
                    "fabrics",
                    Type.list(Type.object(FABRIC)),
                    answer -> answer.rows(Fabric.ORDER, Fabric::of, (node, _) -> node.slots(WHOLE_NODE)),
                    "The room for pods of 8 whole GPUs by network and rack, where nodes have labels that say in which"
                            + " they are."));

    private interface Slots<K> {
        int of(StrandedNode node, K kind);
    }

    private <K> List<Row<K>> rows(Comparator<K> order, Function<StrandedNode, Stream<K>> kinds, Slots<K> slots) {
        Map<K, Row<K>> rows = new TreeMap<>(order);
        for (var node : now) {
            kinds.apply(node).forEach(kind -> add(rows, new Row<>(kind, slots.of(node, kind), 0)));
        }
        for (var node : closer) {
            kinds.apply(node).forEach(kind -> add(rows, new Row<>(kind, 0, slots.of(node, kind))));
        }
        return rows.values().stream().map(Row::atLeastNow).toList();
    }

    private static <K> void add(Map<K, Row<K>> rows, Row<K> more) {
        rows.merge(
                more.kind(),
                more,
                (one, other) -> new Row<>(one.kind(), one.now() + other.now(), one.closer() + other.closer()));
    }
}
