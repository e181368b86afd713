package io.gpuledger.simulator.draw;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.exporter.device.simulated.Model.Profile;
import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Taint;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Draws nodes: of ten five have H100s, two A100s, and one each A30s, L4s and V100s.
final class Hardware {
    private static final int NODES_IN_CLUSTER = 500;
    private static final int CUT_A100S = 2;
    private static final int L4_REPLICAS = 4;
    private static final int ZONES = 3;
    /// Of ten nodes this one, which has H100s, is for some only.
    private static final int RESERVED = 4;

    /// What a node of a kind is made of.
    private record NodeKind(Model model, int gpus, int cpus, long memoryGibibytes) {}

    private static final NodeKind H100 = new NodeKind(Model.H100, 8, 192, 2048);
    private static final List<NodeKind> TEN = List.of(
            H100,
            H100,
            H100,
            H100,
            H100,
            new NodeKind(Model.A100, 8, 128, 1024),
            new NodeKind(Model.A100, 8, 128, 1024),
            new NodeKind(Model.A30, 4, 64, 512),
            new NodeKind(Model.L4, 4, 48, 256),
            new NodeKind(Model.V100, 8, 96, 512));

    private Hardware() {}

    static Fleet draw(RandomGenerator random, int nodes) {
        return new Fleet(IntStream.range(0, nodes)
                .mapToObj(number -> node(random, number, TEN.get(number % TEN.size())))
                .toList());
    }

    private static Node node(RandomGenerator random, int number, NodeKind kind) {
        var gpus = IntStream.range(0, kind.gpus())
                .mapToObj(index -> new Gpu(
                        uuid(random),
                        index,
                        kind.model(),
                        layout(random, kind, index),
                        kind.model() == Model.L4 ? L4_REPLICAS : 1))
                .toList();
        var zone = "zone-" + (char) ('a' + number % ZONES);
        var taints = number % TEN.size() == RESERVED ? List.of(new Taint("dedicated", "research")) : List.<Taint>of();
        var cluster = "cluster-" + (char) ('a' + number / NODES_IN_CLUSTER % 26);
        return new Node(
                cluster,
                "%s-%s-%d".formatted(cluster, kind.model().name().toLowerCase(Locale.ROOT), number),
                gpus,
                kind.cpus(),
                kind.memoryGibibytes() << 30,
                zone,
                taints);
    }

    private static String uuid(RandomGenerator random) {
        return "GPU-" + new UUID(random.nextLong(), random.nextLong());
    }

    private static List<Profile> layout(RandomGenerator random, NodeKind kind, int index) {
        var layouts = switch (kind.model()) {
            case A100 ->
                index < CUT_A100S
                        ? List.of(
                                List.of("3g.40gb", "2g.20gb", "1g.10gb"),
                                List.of("3g.40gb", "3g.40gb"),
                                List.of("2g.20gb", "2g.20gb", "2g.20gb", "1g.10gb"))
                        : List.of(List.<String>of());
            case A30 -> List.of(List.of("2g.12gb", "1g.6gb", "1g.6gb"), List.of("2g.12gb", "2g.12gb"));
            case H100, H200, L4, V100 -> List.of(List.<String>of());
        };
        return layouts.get(random.nextInt(layouts.size())).stream()
                .map(name -> kind.model().profile(name).orElseThrow())
                .toList();
    }
}
