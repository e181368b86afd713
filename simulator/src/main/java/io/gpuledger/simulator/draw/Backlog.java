package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodLife;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.schedule.Scheduler;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Gate;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// Draws who waits in a story that is told already. Nobody waits who could start: a pod that starts in the end is there
/// no earlier than since when no node has had room for it, or is gated until then; one that does not start is deleted
/// before any node has room.
final class Backlog {
    /// Of so many pods one waits for its owner.
    private static final int STAGED = 25;

    private static final Duration STAGED_SHORTEST = Duration.ofMinutes(5);
    private static final Duration STAGED_LONGEST = Duration.ofHours(2);

    private final Story told;
    private final Map<String, Long> late;
    private final RandomGenerator random;
    /// What each node has, by its name.
    private final Map<String, Map<String, String>> products;

    /// @param late when pods that had to wait for room were asked for, by their ids
    Backlog(Story told, Map<String, Long> late, RandomGenerator random) {
        this.told = told;
        this.late = new HashMap<>(late);
        this.random = random;
        this.products = told.fleet().nodes().stream().collect(Collectors.toMap(Node::name, Backlog::product));
    }

    Story story() {
        var guests = told.fleet().nodes().stream()
                .flatMap(node -> Guests.on(node, told.span(), random).stream())
                .toList();
        var waits = new ArrayList<Wait>();
        for (var cluster : Cluster.of(told.with(List.of(), guests)).values()) {
            var scheduler = new Scheduler(cluster);
            cluster.pods().stream()
                    .filter(life -> life.begin().ask().units() > 0)
                    .flatMap(life -> before(life, cluster.name(), scheduler).stream())
                    .forEach(waits::add);
            waits.addAll(new Strays(cluster, scheduler, told.span(), random).draw());
        }
        return told.with(waits, guests);
    }

    /// How a pod waits before it starts, if it does.
    private Optional<Wait> before(PodLife life, String cluster, Scheduler scheduler) {
        var since = Optional.ofNullable(late.get(life.begin().pod().uid()));
        var isStaged = random.nextInt(STAGED) == 0;
        if (since.isPresent()) {
            return forRoom(life, since.get(), cluster, scheduler);
        }
        var isAtBegin = life.span().from() == told.span().from();
        return isStaged && !isAtBegin ? Optional.of(staged(life, cluster)) : Optional.empty();
    }

    /// It wants such GPUs as it gets.
    private Optional<Wait> forRoom(PodLife life, long since, String cluster, Scheduler scheduler) {
        var begin = life.begin();
        var ask = begin.ask()
                .selecting(begin.placement()
                        .map(placement -> products.get(placement.node()))
                        .orElse(Map.of()));
        var asked = new Span(since, life.span().from());
        var span = new Span(scheduler.roomUntil(ask, asked), asked.to());
        return span.seconds() > 0 ? Optional.of(wait(life, cluster, ask, span, Optional.empty())) : Optional.empty();
    }

    private static Map<String, String> product(Node node) {
        return Map.of(NodeState.PRODUCT, NodeState.labels(node).getOrDefault(NodeState.PRODUCT, ""));
    }

    private Wait staged(PodLife life, String cluster) {
        var start = life.span().from();
        var early = random.nextLong(STAGED_SHORTEST.toSeconds(), STAGED_LONGEST.toSeconds());
        var span = new Span(Math.max(told.span().from(), start - early), start);
        return wait(life, cluster, life.begin().ask(), span, Optional.of(Gate.OWNER));
    }

    private static Wait wait(PodLife life, String cluster, Ask ask, Span span, Optional<Gate> gate) {
        return new Wait(life.begin().pod(), cluster, ask, span, gate, Optional.empty());
    }
}
