package io.gpuledger.simulator.schedule;

import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodLife;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Span;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A node, and what the pods on it take of each resource as time goes on. Whoever asks for room asks often, so that all
/// of it is counted once.
final class Shelf {
    private final SortedMap<String, String> labels;
    private final Chapter chapter;
    /// The seconds from which on anything is otherwise than before.
    private final long[] seconds;
    /// How the node itself stands from each of the seconds on.
    private final NodeState[] states;
    /// What is taken of a resource, by its name, from each of the seconds on.
    private final Map<String, long[]> taken = new HashMap<>();

    Shelf(Chapter chapter, List<PodLife> pods) {
        this.chapter = chapter;
        this.labels = NodeState.labels(chapter.node());
        var begin = chapter.span().from();
        var own = new TreeMap<Long, NodeState>();
        Stream.concat(Stream.of(begin), chapter.troubles().stream().flatMap(one -> ends(one.span())))
                .forEach(second -> own.computeIfAbsent(second, at -> NodeState.at(at, chapter)));
        this.seconds = Stream.concat(own.keySet().stream(), pods.stream().flatMap(pod -> ends(pod.onNode())))
                .mapToLong(Long::longValue)
                .sorted()
                .distinct()
                .toArray();
        this.states = Arrays.stream(seconds)
                .mapToObj(
                        second -> Objects.requireNonNull(own.floorEntry(second)).getValue())
                .toArray(NodeState[]::new);
        for (var pod : pods) {
            pod.begin().requests().forEach((resource, amount) -> take(pod.onNode(), resource, amount));
            take(pod.onNode(), Resource.PODS, 1);
        }
        taken.values().forEach(amounts -> Arrays.parallelPrefix(amounts, Long::sum));
    }

    private static Stream<Long> ends(Span span) {
        return Stream.of(span.from(), span.to());
    }

    /// Notes by how much more is taken from a second on, and by how much less.
    private void take(Span span, String resource, long amount) {
        var changes = taken.computeIfAbsent(resource, _ -> new long[seconds.length]);
        changes[Arrays.binarySearch(seconds, span.from())] += amount;
        changes[Arrays.binarySearch(seconds, span.to())] -= amount;
    }

    Slot at(long second) {
        return new Slot(this, Math.max(0, place(second)));
    }

    /// The place of the latest change until then.
    private int place(long second) {
        var found = Arrays.binarySearch(seconds, second);
        return found >= 0 ? found : -found - 2;
    }

    NodeState state(int place) {
        return states[place];
    }

    long taken(int place, String resource) {
        var amounts = taken.get(resource);
        return amounts == null ? 0 : amounts[place];
    }

    boolean isSelected(Ask ask) {
        return labels.entrySet().containsAll(ask.selector().entrySet());
    }

    /// Whether it takes such a pod at other times, if not now: what it always has is not against the pod.
    boolean isForSuch(Ask ask) {
        return isSelected(ask) && ask.tolerated().containsAll(chapter.node().taints());
    }

    /// Returns when within a span there is room, in pieces.
    Stream<Span> room(Ask ask, Span span) {
        var first = Math.max(0, place(span.from()));
        return Stream.iterate(first, place -> place < seconds.length && seconds[place] < span.to(), place -> place + 1)
                .filter(place -> new Slot(this, place).fits(ask))
                .map(place -> new Span(
                                seconds[place],
                                place + 1 < seconds.length
                                        ? seconds[place + 1]
                                        : chapter.span().to())
                        .within(span))
                .filter(piece -> piece.seconds() > 0);
    }
}
