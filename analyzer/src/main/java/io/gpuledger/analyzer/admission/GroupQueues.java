package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.admission.Hold.NotLetIn;
import io.gpuledger.analyzer.admission.Hold.OverLimit;
import io.gpuledger.analyzer.admission.Hold.QueueClosed;
import io.gpuledger.analyzer.admission.Hold.QueueMissing;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Says whether the queue of a group lets it in: the queues of Volcano and of KAI, each with those that it is part of.
///
///     over the limit  = allocated + asked > limit
///
/// What is due to a queue limits nobody, as it may have more while others leave it. But KAI gives nobody more than that
/// from whom it could not be taken back; it says so itself.
final class GroupQueues {
    private static final int PARENTS_MAX = 16;
    private static final String FIRM = "NonPreemptibleOverQuota";

    private final Facts facts;

    GroupQueues(Facts facts) {
        this.facts = facts;
    }

    /// @param asked how much more its group asks for, of each resource
    Optional<Hold> against(PodGroup group, SortedMap<String, Long> asked) {
        return group.name()
                .queues()
                .flatMap(kind -> group.queue()
                        .flatMap(queue -> against(group, kind, queue, asked))
                        .or(() -> notLetIn(group)));
    }

    /// A group of Volcano becomes `Inqueue` before any of its pods is looked at.
    private static Optional<Hold> notLetIn(PodGroup group) {
        return group.name().owner().equals(Attribute.VOLCANO)
                        && group.phase().filter("Pending"::equals).isPresent()
                ? Optional.of(new NotLetIn(group.name(), group.queue()))
                : Optional.empty();
    }

    private Optional<Hold> against(PodGroup group, Kind kind, String queue, SortedMap<String, Long> asked) {
        var found = facts.find(kind, queue);
        if (found.isEmpty()) {
            // Where none was told of, nobody tells of queues.
            return facts.all(kind).isEmpty() ? Optional.empty() : Optional.of(new QueueMissing(group.name(), queue));
        }
        return line(kind, found.get()).stream()
                .flatMap(one -> against(group, one, asked).stream())
                .findFirst();
    }

    /// Returns the queue, and those that it is part of.
    private List<Fact> line(Kind kind, Fact queue) {
        var line = new ArrayList<Fact>();
        var next = Optional.of(queue);
        while (next.isPresent() && line.size() < PARENTS_MAX) {
            line.add(next.get());
            next = next.get().text(Attribute.PARENT).flatMap(parent -> facts.find(kind, parent));
        }
        return line;
    }

    private static Optional<Hold> against(PodGroup group, Fact queue, SortedMap<String, Long> asked) {
        return closed(group, queue)
                .or(() -> over(group, queue, asked, Attribute.LIMIT, Attribute.USED, false))
                .or(() -> group.reason().filter(reason -> reason.contains(FIRM)).isPresent()
                        ? over(group, queue, asked, Attribute.DESERVED, Attribute.NON_PREEMPTIBLE, true)
                        : Optional.empty());
    }

    private static Optional<Hold> closed(PodGroup group, Fact queue) {
        return queue.text(Attribute.STATE)
                .filter(state -> state.equals("Closed") || state.equals("Closing"))
                .map(state -> new QueueClosed(group.name(), queue.name(), state.equals("Closing")));
    }

    private static Optional<Hold> over(
            PodGroup group, Fact queue, SortedMap<String, Long> asked, String limits, String uses, boolean firm) {
        var used = queue.amounts(uses);
        return queue.amounts(limits).entrySet().stream()
                .filter(limit -> isOver(limit, used, asked))
                .findFirst()
                .map(limit -> new OverLimit(
                        group.name(),
                        queue.name(),
                        limit.getKey(),
                        limit.getValue(),
                        used.getOrDefault(limit.getKey(), 0L),
                        asked.getOrDefault(limit.getKey(), 0L),
                        firm));
    }

    private static boolean isOver(
            Map.Entry<String, Long> limit, SortedMap<String, Long> used, SortedMap<String, Long> asked) {
        var more = asked.getOrDefault(limit.getKey(), 0L);
        return more > 0 && used.getOrDefault(limit.getKey(), 0L) + more > limit.getValue();
    }
}
