package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.admission.Hold.GroupMissing;
import io.gpuledger.analyzer.admission.Hold.Incomplete;
import io.gpuledger.analyzer.cluster.Attribute;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// Says what keeps the pods of a group before any node is looked at: that not all are made yet, or their queue.
public final class GroupHolds {
    /// A member that waits.
    ///
    /// @param requests how much it needs of each resource, in the resource's base unit
    /// @param groupSize how many pods the group has to have, where the pod says so
    /// @param said what its scheduler says of it
    public record Waiting(SortedMap<String, Long> requests, OptionalLong groupSize, Optional<String> said) {}

    private static final String NOT_FOUND = "PodGroup not found";

    private final Facts facts;
    private final GroupQueues queues;

    public GroupHolds(Facts facts) {
        this.facts = facts;
        this.queues = new GroupQueues(facts);
    }

    /// Returns how many pods of a group have to start together, where that is known.
    public OptionalLong min(GroupName name, List<Waiting> waiting) {
        return PodGroup.of(name, facts)
                .map(PodGroup::min)
                .orElseGet(() -> waiting.stream()
                        .flatMapToLong(pod -> pod.groupSize().stream())
                        .max());
    }

    /// Returns what keeps a group, if it is kept.
    ///
    /// @param waiting those of the group that ask for GPUs and are on no node
    public Optional<Held> of(GroupName name, List<Waiting> waiting) {
        var group = PodGroup.of(name, facts);
        var min = min(name, waiting).orElse(0);
        var existing = waiting.size() + facts.placed(name) + facts.waitingWithoutGpus(name);
        if (existing < min) {
            return Optional.of(
                    new Held(new Incomplete(name, min, existing), name.scheduler(), group.flatMap(PodGroup::said)));
        }
        return group.isPresent()
                ? queues.against(group.get(), asked(group.get(), waiting)).map(hold -> Held.by(hold, group.get()))
                : missing(name, waiting);
    }

    /// Groups may just not be told of. The scheduler's own word says that one is not there.
    private static Optional<Held> missing(GroupName name, List<Waiting> waiting) {
        var isMissing = name.owner().equals(Attribute.COSCHEDULING)
                && waiting.stream()
                        .anyMatch(pod -> pod.said()
                                .filter(words -> words.contains(NOT_FOUND))
                                .isPresent());
        return isMissing
                ? Optional.of(new Held(new GroupMissing(name), name.scheduler(), Optional.empty()))
                : Optional.empty();
    }

    /// Returns how much more a group asks for at least: as much as it says itself where none of it is placed, else what
    /// the smallest of those need that it still has to have, and one of them at least.
    private SortedMap<String, Long> asked(PodGroup group, List<Waiting> waiting) {
        var placed = facts.placed(group.name());
        var missing = group.min().orElse(1) - placed - facts.waitingWithoutGpus(group.name());
        var asked = new TreeMap<String, Long>();
        for (var resource : resources(waiting)) {
            asked.put(
                    resource,
                    waiting.stream()
                            .mapToLong(pod -> pod.requests().getOrDefault(resource, 0L))
                            .sorted()
                            .limit(Math.max(1, missing))
                            .sum());
        }
        if (placed == 0) {
            asked.putAll(group.minResources());
        }
        return asked;
    }

    private static List<String> resources(List<Waiting> waiting) {
        return waiting.stream()
                .flatMap(pod -> pod.requests().keySet().stream())
                .distinct()
                .toList();
    }
}
