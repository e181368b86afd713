package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.web.FleetMap.Cell;
import io.gpuledger.analyzer.web.FleetMap.Holder;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/// Declares what `/api/v1/fleet` answers.
final class FleetMapAnswer {
    private static final Type<Long> GPUS = Type.partsOf(Units.MINUTE, 6);

    private static final Shape<Holder> HOLDER = Shape.of(
            "holder",
            Field.of("team", Type.TEXT, Holder::team, "Who pays."),
            Field.of("namespace", Type.TEXT, Holder::namespace, "The namespace of the pod."),
            Field.of("pod", Type.TEXT, Holder::pod, "The pod."));

    private static final Shape<Cell> CELL = Shape.of(
            "gpu",
            Field.of("gpu", Type.TEXT, Cell::gpu, "Its UUID."),
            Field.of("sku", Type.TEXT, Cell::sku, "What kind of GPU; empty where that is not known."),
            Field.of("state", Type.oneOf(States.WORDS), cell -> cell.state().word(), "What most of it was."),
            Field.of(
                    "gpus",
                    Type.map("state", GPUS),
                    cell -> words(cell.millis()),
                    "How much of it was in which state."),
            Field.orNull(
                    "activity",
                    Type.decimal(3),
                    cell -> cell.activity().map(BigDecimal::valueOf),
                    "How active it was, of what was put to use."),
            Field.of("holders", Type.list(Type.object(HOLDER)), Cell::holders, "The pods that held it."));

    private static final Shape<FleetMap.Node> NODE = Shape.of(
            "node",
            Field.of("cluster", Type.TEXT, node -> node.name().cluster(), "Where it is."),
            Field.of(
                    "node",
                    Type.TEXT,
                    node -> node.name().node(),
                    "Its name; empty for GPUs of which no node is known."),
            Field.orNull("pool", Type.TEXT, node -> node.place().pool(), "The pool that its labels name."),
            Field.orNull("rack", Type.TEXT, node -> node.place().rack(), "The network or rack that its labels name."),
            Field.of("gpus", Type.list(Type.object(CELL)), FleetMap.Node::cells, "Its GPUs."));

    static final Shape<FleetMap> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.TIME, FleetMap::at, "When this was found out."),
            Field.of("gpu_count", Type.WHOLE_NUMBER, FleetMap::gpus, "How many GPUs there are."),
            Field.of("gpus", Type.map("state", GPUS), map -> words(map.millis()), "How many GPUs are in which state."),
            Field.of("nodes", Type.list(Type.object(NODE)), FleetMap::nodes, "All nodes, by cluster and name."));

    private FleetMapAnswer() {}

    private static Map<String, Long> words(Map<State, Long> millis) {
        var words = new LinkedHashMap<String, Long>();
        millis.forEach((state, some) -> words.put(state.word(), some));
        return words;
    }
}
