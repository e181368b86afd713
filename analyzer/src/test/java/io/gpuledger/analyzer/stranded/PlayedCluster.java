package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.stranded.Trace.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The nodes of a trace while its pods come. None of them goes.
final class PlayedCluster {
    /// Where a pod goes.
    ///
    /// @param gpus which GPUs it has there
    record Spot(Standing node, List<Integer> gpus) {}

    /// A node as it is now.
    static final class Standing {
        private final String name;
        private Remainder left;
        private long memoryMebibytes;

        private Standing(Trace.Node node) {
            this.name = node.name();
            this.left = node.whole();
            this.memoryMebibytes = node.memoryMebibytes();
        }

        String name() {
            return name;
        }

        Remainder left() {
            return left;
        }
    }

    private final List<Standing> nodes;
    private final Chooser chooser;
    private final TypicalPods typical;
    private final Map<Remainder, Fragmentation> known = new HashMap<>();
    private long allocatedMillis;

    PlayedCluster(Trace trace, TypicalPods typical, Chooser chooser) {
        this.nodes = trace.nodes().stream().map(Standing::new).toList();
        this.typical = typical;
        this.chooser = chooser;
    }

    /// A pod that fits nowhere is turned away.
    void come(Pod pod) {
        var fitting = nodes.stream()
                .filter(node -> node.memoryMebibytes >= pod.memoryMebibytes() && fits(node.left, pod.shape()))
                .toList();
        if (!fitting.isEmpty()) {
            var spot = chooser.choose(fitting, pod.shape());
            spot.node().left = without(spot.node().left, pod.shape(), spot.gpus());
            spot.node().memoryMebibytes -= pod.memoryMebibytes();
            allocatedMillis += pod.gpuMillis();
        }
    }

    private static boolean fits(Remainder node, PodShape pod) {
        return switch (node.use(pod)) {
            case FITS, CORES_ONLY -> true;
            case LACKS_GPUS, LACKS_CORES, LACKS_BOTH, OTHER_MODEL, CORES_ONLY_LACKING -> false;
        };
    }

    /// Returns which GPUs a pod could have: one that shares, any that has enough left; one that has whole GPUs, the
    /// first of these.
    static List<List<Integer>> gpusFor(Remainder node, PodShape pod) {
        if (!pod.needsGpus()) {
            return List.of(List.of());
        }
        var enough = IntStream.range(0, node.gpuMillis().size())
                .filter(gpu -> node.gpuMillis().get(gpu) >= pod.gpuMillis())
                .boxed()
                .toList();
        return pod.gpus() == 1 && pod.gpuMillis() < 1_000
                ? enough.stream().map(List::of).toList()
                : List.of(enough.subList(0, pod.gpus()));
    }

    static Remainder without(Remainder node, PodShape pod, List<Integer> gpus) {
        var left = new ArrayList<>(node.gpuMillis());
        gpus.forEach(gpu -> left.set(gpu, left.get(gpu) - pod.gpuMillis()));
        return new Remainder(node.model(), node.cpuMillis() - pod.cpuMillis(), left);
    }

    long allocatedMillis() {
        return allocatedMillis;
    }

    Fragmentation fragmentation() {
        return nodes.stream()
                .map(node -> known.computeIfAbsent(node.left, left -> Fragmentation.of(left, typical)))
                .reduce(Fragmentation.NONE, Fragmentation::plus);
    }
}
