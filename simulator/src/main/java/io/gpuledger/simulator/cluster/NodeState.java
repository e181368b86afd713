package io.gpuledger.simulator.cluster;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.fleet.Taint;
import io.gpuledger.simulator.story.Ailment;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/// This is how a node stands at an instant.
///
/// @param allocatable what of the capacity works
/// @param conditions of other watchers than the kubelet, and whether each is true
public record NodeState(
        Node node,
        SortedMap<String, Long> capacity,
        SortedMap<String, Long> allocatable,
        boolean ready,
        boolean cordoned,
        List<Taint> taints,
        SortedMap<String, String> labels,
        SortedMap<String, Boolean> conditions) {
    /// What a node that is being seen to is tainted with.
    public static final String MAINTENANCE = "gpu-ledger.io/maintenance";

    /// The labels by which pods select nodes.
    public static final String PRODUCT = "nvidia.com/gpu.product";

    public static final String ZONE = "topology.kubernetes.io/zone";
    public static final String POOL = "example.com/pool";

    private static final long PODS = 110;

    /// Returns how the chapter's node stands at a second.
    public static NodeState at(long second, Chapter chapter) {
        var node = chapter.node();
        var now = chapter.troubles().stream()
                .filter(trouble -> trouble.span().contains(second))
                .toList();
        var capacity = resources(node, _ -> true);
        var isAnyBroken = node.gpus().stream().anyMatch(gpu -> isBroken(gpu, now));
        var cordoned = now.stream().anyMatch(Trouble.Cordoned.class::isInstance);
        return new NodeState(
                node,
                capacity,
                isAnyBroken ? resources(node, gpu -> !isBroken(gpu, now)) : capacity,
                now.stream().noneMatch(Trouble.NotReady.class::isInstance),
                cordoned,
                taints(node, cordoned, now),
                labels(node, now),
                conditions(chapter, second));
    }

    /// Returns the seconds from which on the chapter's node may stand otherwise than before.
    public static long[] changes(Chapter chapter) {
        return LongStream.concat(
                        LongStream.of(chapter.span().from()),
                        chapter.troubles().stream()
                                .filter(NodeState::isSeen)
                                .flatMapToLong(trouble -> LongStream.of(
                                        trouble.span().from(), trouble.span().to())))
                .sorted()
                .toArray();
    }

    private static boolean isSeen(Trouble trouble) {
        return switch (trouble) {
            case Trouble.FatalXid _, Trouble.NotReady _, Trouble.Cordoned _, Trouble.Maintained _, Ailment _ -> true;
            case Symptom _,
                    Trouble.Lost _,
                    Trouble.Stuck _,
                    Trouble.RemapFailed _,
                    Trouble.Missing _,
                    Trouble.Dark _,
                    Trouble.Skewed _,
                    Trouble.OtherDriver _ -> false;
        };
    }

    private static SortedMap<String, Long> resources(Node node, Predicate<Gpu> working) {
        var resources = new TreeMap<String, Long>();
        resources.put(Resource.CPU, (long) node.cpus());
        resources.put(Resource.MEMORY, node.memoryBytes());
        resources.put(Resource.PODS, PODS);
        for (var gpu : node.gpus()) {
            for (var unit : gpu.units()) {
                resources.merge(Resource.of(unit), working.test(gpu) ? (long) gpu.replicas() : 0, Long::sum);
            }
        }
        return resources;
    }

    /// Says whether the device plugin takes the GPU for broken: it hears of XIDs, and of nothing else but what
    /// a script has it say.
    private static boolean isBroken(Gpu gpu, List<Trouble> now) {
        return now.stream()
                .anyMatch(trouble ->
                        (trouble instanceof Trouble.FatalXid xid && xid.gpu().equals(gpu.uuid()))
                                || (trouble instanceof Ailment.Unoffered unoffered
                                        && unoffered.gpu().equals(gpu.uuid())));
    }

    private static SortedMap<String, String> labels(Node node, List<Trouble> now) {
        var labels = labels(node);
        for (var trouble : now) {
            if (trouble instanceof Ailment.Labelled labelled) {
                labels.put(labelled.key(), labelled.value());
            }
        }
        return labels;
    }

    /// A watcher says of each condition that it knows whether it is true, all the time.
    private static SortedMap<String, Boolean> conditions(Chapter chapter, long second) {
        var conditions = new TreeMap<String, Boolean>();
        for (var trouble : chapter.troubles()) {
            if (trouble instanceof Ailment.Conditioned condition) {
                conditions.merge(condition.type(), condition.span().contains(second), Boolean::logicalOr);
            }
        }
        return conditions;
    }

    private static List<Taint> taints(Node node, boolean cordoned, List<Trouble> now) {
        var taints = new ArrayList<>(node.taints());
        if (cordoned) {
            taints.add(new Taint("node.kubernetes.io/unschedulable", ""));
        }
        if (now.stream().anyMatch(Trouble.Maintained.class::isInstance)) {
            taints.add(new Taint(MAINTENANCE, "true"));
        }
        if (now.stream().anyMatch(Trouble.NotReady.class::isInstance)) {
            taints.add(new Taint("node.kubernetes.io/unreachable", ""));
        }
        return taints;
    }

    /// These are the labels that GPU feature discovery sets, and where the node stands and whom it is for.
    public static SortedMap<String, String> labels(Node node) {
        var gpu = node.gpus().getFirst();
        var labels = new TreeMap<String, String>();
        labels.put("kubernetes.io/hostname", node.name());
        labels.put("nvidia.com/gpu.count", Integer.toString(node.gpus().size()));
        labels.put(PRODUCT, product(gpu.model()) + (gpu.replicas() > 1 ? "-SHARED" : ""));
        labels.put("nvidia.com/gpu.replicas", Integer.toString(gpu.replicas()));
        labels.put("nvidia.com/gpu.memory", Long.toString(gpu.model().memory().totalMebibytes()));
        labels.put("nvidia.com/mig.strategy", "mixed");
        labels.put(ZONE, node.zone());
        labels.put(POOL, node.taints().stream().map(Taint::value).findFirst().orElse("general"));
        return labels;
    }

    /// Returns what GPU feature discovery calls a model that is not shared.
    public static String product(Model model) {
        return model.product().replace(' ', '-');
    }
}
