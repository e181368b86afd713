package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Draws what goes wrong with nodes and their GPUs, and what is done on purpose. Nothing of a kind overlaps with
/// another of its kind.
final class Mishaps {
    /// When a node stops answering, its cluster takes so long to say so.
    private static final long GRACE_SECONDS = 40;

    private record OfNode(String node, Span span) {}

    private final RandomGenerator random;
    private final Span span;
    private final List<Trouble> troubles = new ArrayList<>();
    private final List<OfNode> down = new ArrayList<>();
    private final List<OfNode> closed = new ArrayList<>();

    Mishaps(RandomGenerator random, Span span) {
        this.random = random;
        this.span = span;
    }

    void draw(Node node) {
        each(Duration.ofDays(20), Duration.ofMinutes(4), Duration.ofMinutes(40), when -> reboot(node.name(), when));
        each(Duration.ofDays(12), Duration.ofHours(1), Duration.ofHours(6), when -> cordon(node.name(), when));
        each(
                Duration.ofDays(15),
                Duration.ofSeconds(30),
                Duration.ofMinutes(20),
                when -> troubles.add(new Trouble.Dark(node.name(), when)));
        each(
                Duration.ofDays(10),
                Duration.ofSeconds(2),
                Duration.ofSeconds(20),
                when -> troubles.add(new Trouble.Dark(node.name(), when)));
        each(
                Duration.ofDays(60),
                Duration.ofHours(1),
                Duration.ofHours(12),
                when -> troubles.add(new Trouble.Skewed(node.name(), random.nextLong(20, 300), when)));
        node.gpus().forEach(this::draw);
    }

    private void draw(Gpu gpu) {
        var uuid = gpu.uuid();
        each(
                Duration.ofDays(90),
                Duration.ofMinutes(5),
                Duration.ofHours(8),
                when -> troubles.add(new Trouble.FatalXid(uuid, random.nextBoolean() ? 79 : 95, when)));
        each(
                Duration.ofDays(120),
                Duration.ofMinutes(1),
                Duration.ofHours(2),
                when -> troubles.add(new Trouble.Lost(uuid, when)));
        each(
                Duration.ofDays(120),
                Duration.ofMinutes(1),
                Duration.ofMinutes(30),
                when -> troubles.add(new Trouble.Stuck(uuid, when)));
    }

    private void reboot(String node, Span when) {
        troubles.add(new Trouble.Dark(node, when));
        if (when.seconds() > GRACE_SECONDS) {
            troubles.add(new Trouble.NotReady(node, new Span(when.from() + GRACE_SECONDS, when.to())));
        }
        down.add(new OfNode(node, when));
        closed.add(new OfNode(node, when));
    }

    private void cordon(String node, Span when) {
        troubles.add(random.nextBoolean() ? new Trouble.Cordoned(node, when) : new Trouble.Maintained(node, when));
        closed.add(new OfNode(node, when));
    }

    /// @param apart from the end of one to the next, on average
    private void each(Duration apart, Duration shortest, Duration longest, Consumer<Span> what) {
        for (var at = span.from() + wait(apart); at < span.to(); at += wait(apart)) {
            var end = Math.min(span.to(), at + random.nextLong(shortest.toSeconds(), longest.toSeconds()));
            what.accept(new Span(at, end));
            at = end;
        }
    }

    private long wait(Duration mean) {
        return 1 + (long) (-StrictMath.log(1 - random.nextDouble()) * mean.toSeconds());
    }

    List<Trouble> troubles() {
        return List.copyOf(troubles);
    }

    /// Tells each time that a node went down, and its pods with it.
    void eachDown(BiConsumer<String, Span> what) {
        down.forEach(one -> what.accept(one.node(), one.span()));
    }

    /// Tells each time that a node took nobody in.
    void eachClosed(BiConsumer<String, Span> what) {
        closed.forEach(one -> what.accept(one.node(), one.span()));
    }
}
