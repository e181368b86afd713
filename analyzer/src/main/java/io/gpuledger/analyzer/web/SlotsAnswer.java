package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.StrandedNode;
import io.gpuledger.analyzer.store.pods.Room;
import io.gpuledger.analyzer.store.pods.Room.Slots;
import io.gpuledger.analyzer.store.pods.Room.SlotsOfNode;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// Holds what nobody holds at an instant, and declares how `/api/v1/slots` tells for how many pods that is room.
///
/// @param at in milliseconds since 1970
record SlotsAnswer(long at, Room room) {
    static final List<Integer> SIZES = List.of(1, 2, 4, 8);
    private static final int WHOLE_NODE = 8;

    record Kind(String cluster, String sku, String resource, int size) {
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

    record Row<K>(K kind, Slots slots) {}

    private static final Shape<Row<Kind>> SLOTS = Shape.of(
            "slots",
            Field.of("cluster", Type.TEXT, row -> row.kind().cluster(), "Where."),
            Field.of("sku", Type.TEXT, row -> row.kind().sku(), "Which kind of GPU; empty where that is not known."),
            Field.of("resource", Type.TEXT, row -> row.kind().resource(), "By which name pods ask for the units."),
            Field.of("size", Type.WHOLE_NUMBER, row -> row.kind().size(), "How many units such a pod asks for."),
            Field.of("now", Type.WHOLE_NUMBER, row -> row.slots().now(), "For how many such pods there is room now."),
            Field.of(
                    "after_repacking",
                    Type.WHOLE_NUMBER,
                    row -> row.slots().closer(),
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
                    row -> row.slots().now(),
                    "For how many pods of 8 GPUs there is room in it now: a gang that has to be in one such network may"
                            + " have as many."),
            Field.of(
                    "after_repacking", Type.WHOLE_NUMBER, row -> row.slots().closer(), "For how many there could be."));

    static final Shape<SlotsAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, SlotsAnswer::at, "When that was so."),
            Field.of(
                    "slots",
                    Type.list(Type.object(SLOTS)),
                    SlotsAnswer::slots,
                    "The room for pods of 1, 2, 4 and 8 whole GPUs on one node, and for MIG devices, by kind of GPU."),
            Field.of(
                    "fabrics",
                    Type.list(Type.object(FABRIC)),
                    answer -> answer.rows(Fabric.ORDER, Fabric::of, (node, _) -> node.slots(WHOLE_NODE)),
                    "The room for pods of 8 whole GPUs by network and rack, where nodes have labels that say in which"
                            + " they are."));

    /// Returns the room by kind of GPU and size.
    List<Row<Kind>> slots() {
        return rows(Kind.ORDER, Kind::of, (node, kind) -> node.slots(kind.size()));
    }

    private <K> List<Row<K>> rows(Comparator<K> order, Function<StrandedNode, Stream<K>> kinds, SlotsOfNode<K> slots) {
        return room.slots(kinds, slots).entrySet().stream()
                .sorted(Map.Entry.comparingByKey(order))
                .map(one -> new Row<>(one.getKey(), one.getValue()))
                .toList();
    }
}
