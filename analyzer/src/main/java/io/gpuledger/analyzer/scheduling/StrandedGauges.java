package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.diagnosis.FragmentedNode;
import io.gpuledger.analyzer.diagnosis.StrandedNode;
import io.gpuledger.analyzer.store.pods.StrandedTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.stranded.Cause;
import io.gpuledger.analyzer.stranded.Stranding;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Tells which GPUs that nobody holds are of no use to the pods that are expected and to those that wait, for how many
/// pods there is room, and how much of what is idle is in pieces that are too small.
final class StrandedGauges implements Look {
    private static final List<Integer> SIZES = List.of(1, 2, 4, 8);

    private final StrandedTables tables;
    private final InstantSource clock;
    private final MultiGauge stranded;
    private final MultiGauge rejecting;
    private final MultiGauge slots;
    private final MultiGauge fragmentation;

    StrandedGauges(Database database, Set<String> maintenanceTaints, InstantSource clock, MeterRegistry registry) {
        this.tables = new StrandedTables(database, maintenanceTaints);
        this.clock = clock;
        this.stranded = gauge(
                "gpu.stranded.gpus",
                "How many GPUs nobody holds and no pod could use, by why; to the pods that are expected, or to those"
                        + " that wait.",
                registry);
        this.rejecting = gauge(
                "gpu.node.rejecting.gpus",
                "How many GPUs of a node nobody holds while it rejects the pods that come to it for GPUs, although it"
                        + " says that it is ready. Other nodes are not told.",
                registry);
        this.slots = gauge(
                "gpu.free.slots",
                "For how many pods of so many GPUs on one node there is room now, with the cores and the memory that"
                        + " the most modest of the pods that are expected wants for each GPU.",
                registry);
        this.fragmentation = gauge(
                "gpu.fragmentation.ratio",
                "How much of the whole GPUs that nobody holds the pods that are expected could not have, on average.",
                registry);
    }

    private static MultiGauge gauge(String name, String description, MeterRegistry registry) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    @Override
    public String trouble() {
        return "Stranded GPUs are not told";
    }

    @Override
    public void lose() {
        List.of(stranded, rejecting, slots, fragmentation).forEach(gauge -> gauge.register(List.of(), true));
    }

    @Override
    public void look() {
        var nodes = tables.at(clock.millis(), Optional.empty());
        tellStranded(nodes);
        tellRejecting(nodes);
        tellSlots(nodes);
        tellFragmentation(nodes);
    }

    private static Tags kind(StrandedNode node) {
        return Tags.of("cluster", node.cluster(), "sku", node.sku().orElse(""));
    }

    private void tellStranded(List<StrandedNode> nodes) {
        var gpus = new HashMap<Tags, Double>();
        for (var node : nodes) {
            add(gpus, node, node.byExpected(), "expected");
            node.byWaiting().ifPresent(by -> add(gpus, node, by, "actual"));
        }
        tell(stranded, gpus);
    }

    /// A cause that has nothing is told as 0, so that a rule that asks for it has a value as soon as the node is seen.
    private static void add(Map<Tags, Double> gpus, StrandedNode node, Stranding by, String lens) {
        for (var cause : Cause.ALL) {
            gpus.merge(
                    kind(node).and("cause", cause.word(), "lens", lens),
                    node.gpus(by.units().getOrDefault(cause, 0)),
                    Double::sum);
        }
    }

    private void tellRejecting(List<StrandedNode> nodes) {
        var gpus = new HashMap<Tags, Double>();
        nodes.stream()
                .filter(node -> node.units().isRejecting())
                .forEach(node -> gpus.merge(
                        Tags.of("cluster", node.cluster(), "node", node.units().node()),
                        node.gpus(node.units().count()),
                        Double::sum));
        tell(rejecting, gpus);
    }

    private void tellSlots(List<StrandedNode> nodes) {
        var room = new HashMap<Tags, Double>();
        for (var node : nodes.stream().filter(StrandedNode::areWhole).toList()) {
            SIZES.forEach(size ->
                    room.merge(kind(node).and("size", String.valueOf(size)), (double) node.slots(size), Double::sum));
        }
        tell(slots, room);
    }

    private void tellFragmentation(List<StrandedNode> nodes) {
        var ratios = new HashMap<Tags, Double>();
        FragmentedNode.byCluster(FragmentedNode.of(nodes))
                .forEach((cluster, all) ->
                        all.ratio().ifPresent(ratio -> ratios.put(Tags.of("cluster", cluster), ratio)));
        tell(fragmentation, ratios);
    }

    private static void tell(MultiGauge gauge, Map<Tags, Double> values) {
        gauge.register(
                values.entrySet().stream()
                        .<Row<?>>map(one -> Row.of(one.getKey(), one.getValue()))
                        .toList(),
                true);
    }
}
