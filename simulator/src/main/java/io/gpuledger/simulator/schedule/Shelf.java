package io.gpuledger.simulator.schedule;

import io.gpuledger.simulator.cluster.Changes;
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
import java.util.OptionalLong;
import java.util.SortedMap;

/// A node, and what the pods on it leave of each resource as time goes on. Whoever asks for room asks often, so
/// that all of it is counted once.
final class Shelf {
    private final SortedMap<String, String> labels;
    private final Chapter chapter;
    private final Changes changes;
    /// How the node itself stands from each of the changes on.
    private final NodeState[] states;
    /// What is left of a resource, by its name, from each of the changes on.
    private final Map<String, long[]> left = new HashMap<>();

    Shelf(Chapter chapter, List<PodLife> pods) {
        this.chapter = chapter;
        this.labels = NodeState.labels(chapter.node());
        var spans = pods.stream().map(PodLife::onNode).toList();
        var own = NodeState.changes(chapter);
        this.changes = new Changes(seconds(own, spans));
        this.states = new NodeState[changes.count()];
        for (var second : own) {
            stand(changes.placeAt(second), NodeState.at(second, chapter));
        }
        for (var pod = 0; pod < spans.size(); pod++) {
            take(pods.get(pod).begin().requests(), spans.get(pod));
        }
        left.values().forEach(amounts -> Arrays.parallelPrefix(amounts, Long::sum));
    }

    private void stand(int from, NodeState state) {
        for (var amount : state.allocatable().entrySet()) {
            var before = from == 0 ? 0 : states[from].allocatable().getOrDefault(amount.getKey(), 0L);
            change(from, amount.getKey(), amount.getValue() - before);
        }
        Arrays.fill(states, from, states.length, state);
    }

    private static long[] seconds(long[] own, List<Span> pods) {
        var all = Arrays.copyOf(own, own.length + 2 * pods.size());
        var count = own.length;
        for (var span : pods) {
            all[count++] = span.from();
            all[count++] = span.to();
        }
        return all;
    }

    private void take(Map<String, Long> requests, Span span) {
        var from = changes.placeAt(span.from());
        var to = changes.placeAt(span.to());
        requests.forEach((resource, amount) -> take(from, to, resource, amount));
        take(from, to, Resource.PODS, 1);
    }

    private void take(int from, int to, String resource, long amount) {
        change(from, resource, -amount);
        change(to, resource, amount);
    }

    /// Notes how much more is left from a change on.
    private void change(int place, String resource, long amount) {
        left.computeIfAbsent(resource, _ -> new long[states.length])[place] += amount;
    }

    boolean isOf(String node) {
        return chapter.node().name().equals(node);
    }

    Slot at(long second) {
        return new Slot(this, Math.max(0, changes.placeAt(second)));
    }

    NodeState state(int place) {
        return states[place];
    }

    long left(int place, String resource) {
        var amounts = left.get(resource);
        return amounts == null ? 0 : amounts[place];
    }

    boolean isSelected(Ask ask) {
        return labels.entrySet().containsAll(ask.selector().entrySet());
    }

    /// Whether it takes such a pod at other times, if not now: what it always has is not against the pod.
    boolean isForSuch(Ask ask) {
        return isSelected(ask) && ask.tolerated().containsAll(chapter.node().taints());
    }

    /// Returns the first second of a span at which there is room.
    OptionalLong roomFrom(Wish wish, Span span) {
        var units = left.get(wish.resource());
        if (units == null) {
            return OptionalLong.empty();
        }
        for (var place = changes.placeAt(span.from()); place < units.length; place++) {
            var from = Math.max(changes.second(place), span.from());
            if (from >= span.to()) {
                break;
            }
            if (units[place] >= wish.amount() && new Slot(this, place).fits(wish.ask())) {
                return OptionalLong.of(from);
            }
        }
        return OptionalLong.empty();
    }

    /// Returns the second of a span, or the one after it, from which on there is no room in it, where there was before.
    OptionalLong roomUntil(Wish wish, Span span) {
        var units = left.get(wish.resource());
        if (units == null) {
            return OptionalLong.empty();
        }
        var until = span.to();
        for (var place = changes.placeAt(until - 1); until > span.from(); place--) {
            if (units[place] >= wish.amount() && new Slot(this, place).fits(wish.ask())) {
                return OptionalLong.of(until);
            }
            until = changes.second(place);
        }
        return OptionalLong.empty();
    }
}
