package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.schedule.Reason;
import io.gpuledger.simulator.story.Ask;
import java.util.Map;
import java.util.TreeMap;

/// The kinds of pods that wait in vain: each is drawn for a reason, and its owner gives up before it could start.
enum StrayKind {
    GIANT("pretraining", Reason.NEVER),
    SHARD("finetuning", Reason.FRAGMENTATION),
    FEED("preprocessing", Reason.HOST_CPU),
    FUTURE("blackwell", Reason.SKU),
    FARAWAY("edge", Reason.SELECTOR),
    OUTSIDER("study", Reason.TAINT),
    SWEEP("sweep", Reason.QUOTA);

    private static final int GPUS_OF_GIANT = 16;
    private static final int CPUS_TOO_MANY = 4;
    private static final double PART_OF_HOST = 0.9;

    private final String word;
    private final Reason reason;

    StrayKind(String word, Reason reason) {
        this.word = word;
        this.reason = reason;
    }

    String word() {
        return word;
    }

    /// Returns what is to be against it when it is made; what is against it later may be something else.
    Reason reason() {
        return reason;
    }

    /// @param node such as it knows
    Ask ask(Node node) {
        var labels = NodeState.labels(node);
        var whole = Math.toIntExact(node.gpus().stream()
                .filter(gpu -> gpu.layout().isEmpty() && gpu.replicas() == 1)
                .count());
        var same = Map.of(NodeState.PRODUCT, labels.getOrDefault(NodeState.PRODUCT, ""));
        return switch (this) {
            case GIANT -> part(node, whole).with(Resource.GPU, GPUS_OF_GIANT).selecting(same);
            case SHARD -> part(node, Math.max(1, whole)).selecting(same);
            case FEED ->
                part(node, 1)
                        .with(Resource.CPU, node.cpus() - Guests.cpus(node) + CPUS_TOO_MANY)
                        .selecting(same);
            case FUTURE -> part(node, 1).selecting(Map.of(NodeState.PRODUCT, "NVIDIA-B200"));
            case FARAWAY -> part(node, 1).selecting(Map.of(NodeState.ZONE, "zone-z"));
            case OUTSIDER -> part(node, 1).selecting(Map.of(NodeState.POOL, "research"));
            case SWEEP -> part(node, whole);
        };
    }

    /// So many of its GPUs, and their part of its host.
    private static Ask part(Node node, int gpus) {
        var part = PART_OF_HOST * gpus / node.gpus().size();
        return Ask.of(new TreeMap<>(Map.of(
                        Resource.GPU, (long) gpus, Resource.CPU, (long) (part * node.cpus()), Resource.MEMORY, (long)
                                (part * node.memoryBytes()))))
                .ofLowPriority();
    }
}
