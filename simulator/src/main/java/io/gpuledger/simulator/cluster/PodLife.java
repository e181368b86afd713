package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.cluster.PodState.Placement;
import io.gpuledger.simulator.cluster.PodState.Readiness;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Gang;
import io.gpuledger.simulator.story.Guest;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Wait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/// A pod for as long as it is there: it waits, if it does, and then it is on a node, if it ever is.
///
/// @param begin how it stands at first
/// @param placed how it stands from when it has a node
/// @param unready when it is not ready there
public record PodLife(Span span, PodState begin, Optional<PodState> placed, List<Span> unready) {
    private static final String SOFTWARE = "gpu-operator";

    public PodLife {
        unready = List.copyOf(unready);
    }

    private PodLife(Span span, PodState begin, Optional<PodState> placed) {
        this(span, begin, placed, List.of());
    }

    /// A pod that a DaemonSet has on a node for as long as there is one.
    static PodLife of(Node node, String daemonSet, Span span, List<Span> unready) {
        var uid = UUID.nameUUIDFromBytes((daemonSet + "/" + node.name()).getBytes(StandardCharsets.UTF_8))
                .toString();
        var pod = new Pod(
                uid,
                SOFTWARE,
                daemonSet + "-" + uid.substring(0, 5),
                new Pod.Workload("DaemonSet", daemonSet),
                SOFTWARE,
                Duration.ofMinutes(30));
        var guest = of(new Guest(pod, node.name(), Ask.of(Map.of()).tolerating(node.taints()), span));
        return new PodLife(guest.span(), guest.begin(), guest.placed(), unready);
    }

    static PodLife of(Host host, List<Hold> holds, Optional<Wait> wait, Optional<Gang> gang) {
        var from = holds.stream().mapToLong(hold -> hold.span().from()).min().orElseThrow();
        var to = holds.stream().mapToLong(hold -> hold.span().to()).max().orElseThrow();
        var created = wait.map(one -> one.span().from()).orElse(from);
        var pod = holds.getFirst().pod();
        var ask = wait.map(Wait::ask).orElseGet(() -> ask(host, holds));
        var placed = new PodState(
                pod, ask, created, Optional.of(Placement.ready(host.node().name(), from)), Optional.empty(), gang);
        var begin = wait.map(one -> waiting(one, gang)).orElse(placed);
        return new PodLife(new Span(created, to), begin, Optional.of(placed));
    }

    static PodLife of(Wait wait, Optional<Gang> gang) {
        return new PodLife(wait.span(), waiting(wait, gang), Optional.empty());
    }

    private static PodState waiting(Wait wait, Optional<Gang> gang) {
        return new PodState(wait.pod(), wait.ask(), wait.span().from(), Optional.empty(), wait.gate(), gang);
    }

    static PodLife of(Guest guest) {
        var from = guest.span().from();
        var placed = new PodState(
                guest.pod(),
                guest.ask(),
                from,
                Optional.of(Placement.ready(guest.node(), from)),
                Optional.empty(),
                Optional.empty());
        return new PodLife(guest.span(), placed, Optional.of(placed));
    }

    /// Returns what a pod must have asked for that holds these, all on one node.
    private static Ask ask(Host host, List<Hold> holds) {
        var requests = new TreeMap<String, Long>();
        for (var hold : holds) {
            requests.merge(Resource.of(hold.unit()), (long) hold.replicas(), Long::sum);
            requests.merge(Resource.CPU, host.cpus(hold.replicas()), Long::sum);
            requests.merge(Resource.MEMORY, host.memoryBytes(hold.replicas()), Long::sum);
        }
        return Ask.of(requests).tolerating(host.node().taints());
    }

    /// Returns its life until a second at which it is on its node, and from then on that of the pod that is made in its
    /// place, on another one.
    Stream<PodLife> moving(String node, long second) {
        var pod = begin.pod();
        var again = new PodState(
                new Pod(pod.uid() + "-again", pod.namespace(), pod.name(), pod.workload(), pod.team(), pod.idleAfter()),
                begin.ask(),
                second,
                Optional.of(Placement.ready(node, second)),
                Optional.empty(),
                begin.gang());
        return Stream.of(
                new PodLife(new Span(span.from(), second), begin, placed),
                new PodLife(new Span(second, span.to()), again, Optional.of(again)));
    }

    /// Returns how it stands at a second of its life.
    public PodState at(long second) {
        return placed.filter(_ -> placedFrom() <= second)
                .map(state -> unready.isEmpty() ? state : state.with(readiness(second)))
                .orElse(begin);
    }

    private Readiness readiness(long second) {
        return unready.stream()
                .filter(span -> span.contains(second))
                .map(span -> new Readiness(false, span.from()))
                .findFirst()
                .orElseGet(() -> new Readiness(
                        true,
                        unready.stream()
                                .mapToLong(Span::to)
                                .filter(end -> end <= second)
                                .max()
                                .orElse(placedFrom())));
    }

    /// When it gets a node; when it goes, where it never does.
    private long placedFrom() {
        return placed.flatMap(PodState::placement).map(Placement::since).orElse(span.to());
    }

    /// Returns when it is on its node.
    public Span onNode() {
        return new Span(placedFrom(), span.to());
    }
}
