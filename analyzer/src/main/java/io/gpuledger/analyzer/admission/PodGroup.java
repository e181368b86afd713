package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.cluster.Attribute;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A group of pods that start together or not at all, as its scheduler has it.
///
/// @param min how many of them have to start together
/// @param minResources how much they need together, where the group says so
/// @param said what its scheduler says of it while it waits
/// @param reason the same in a word
/// @param isGivenUp whether its scheduler does not try it any more
public record PodGroup(
        GroupName name,
        OptionalLong min,
        Optional<String> queue,
        Optional<String> phase,
        SortedMap<String, Long> minResources,
        Optional<String> said,
        Optional<String> reason,
        boolean isGivenUp) {
    private static final String UNSCHEDULABLE = "Unschedulable";
    private static final String ON_POOL = "UnschedulableOnNodePool";

    public PodGroup {
        minResources = Collections.unmodifiableSortedMap(new TreeMap<>(minResources));
    }

    /// Returns the group of a name, where it was told of.
    public static Optional<PodGroup> of(GroupName name, Facts facts) {
        return name.kind()
                .flatMap(kind -> facts.find(kind, name.namespace(), name.name()))
                .map(fact -> of(name, fact));
    }

    private static PodGroup of(GroupName name, Fact fact) {
        var condition = name.owner().equals(Attribute.KAI) ? ON_POOL : UNSCHEDULABLE;
        return new PodGroup(
                name,
                fact.number(Attribute.MIN_MEMBER),
                fact.text(Attribute.QUEUE),
                fact.text(Attribute.PHASE),
                fact.amounts(Attribute.MIN),
                fact.why(condition),
                fact.text(Attribute.REASON + condition),
                fact.holds(ON_POOL)
                        && fact.text(Attribute.BACKOFF).filter("1"::equals).isPresent());
    }
}
