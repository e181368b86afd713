package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Guest;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Draws pods without GPUs: on each of the larger hosts there is one, always, in what pods with GPUs leave of it when
/// they hold all of them.
final class Guests {
    private static final String TEAM = "platform";
    private static final Pod.Workload WORKLOAD = new Pod.Workload("Deployment", "etl");
    private static final double PART_OF_HOST = 0.06;
    private static final int LEAST_CPUS = 8;

    private Guests() {}

    /// How many CPUs the guest of a node has.
    static int cpus(Node node) {
        return (int) (node.cpus() * PART_OF_HOST);
    }

    static Optional<Guest> on(Node node, Span span, RandomGenerator random) {
        if (cpus(node) < LEAST_CPUS) {
            return Optional.empty();
        }
        var name = "%s-%s".formatted(WORKLOAD.name(), node.name());
        var uid = new UUID(random.nextLong(), random.nextLong()).toString();
        var pod = new Pod(uid, TEAM, name, WORKLOAD, TEAM, Duration.ofMinutes(30));
        var ask = Ask.of(
                Map.of(Resource.CPU, (long) cpus(node), Resource.MEMORY, (long) (node.memoryBytes() * PART_OF_HOST)));
        return Optional.of(new Guest(pod, node.name(), ask.tolerating(node.taints()), span));
    }
}
