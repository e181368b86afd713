package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was told of a cluster's queues, groups and nodes in the making by an instant.
public final class Facts {
    private record Key(Kind kind, String namespace, String name) {}

    private final long at;
    private final Map<Key, Fact> byKey = new HashMap<>();
    private final Map<Kind, List<Fact>> byKind;
    private final Map<GroupName, Long> placed;

    /// @param at the instant, in milliseconds since 1970
    /// @param placed how many pods with GPUs of each group have been put on nodes
    public Facts(long at, Map<Kind, List<Fact>> byKind, Map<GroupName, Long> placed) {
        this.at = at;
        this.byKind = Map.copyOf(byKind);
        this.placed = Map.copyOf(placed);
        byKind.forEach((kind, facts) ->
                facts.forEach(fact -> byKey.put(new Key(kind, fact.namespace(), fact.name()), fact)));
    }

    /// Nothing was told.
    public static Facts none() {
        return new Facts(0, Map.of(), Map.of());
    }

    long at() {
        return at;
    }

    Optional<Fact> find(Kind kind, String namespace, String name) {
        return Optional.ofNullable(byKey.get(new Key(kind, namespace, name)));
    }

    Optional<Fact> find(Kind kind, String name) {
        return find(kind, "", name);
    }

    Collection<Fact> all(Kind kind) {
        return byKind.getOrDefault(kind, List.of());
    }

    /// Says whether Karpenter makes any node, or has made one.
    public boolean hasClaims() {
        return !all(Kind.NODE_CLAIM).isEmpty();
    }

    /// Returns how many pods of a group have been put on nodes.
    public long placed(GroupName group) {
        return placed.getOrDefault(group, 0L) + ofOthers(group, Attribute.PLACED);
    }

    /// Returns how many pods of a group that ask for no GPUs wait for a node.
    public long waitingWithoutGpus(GroupName group) {
        return ofOthers(group, Attribute.EXISTING) - ofOthers(group, Attribute.PLACED);
    }

    private long ofOthers(GroupName group, String attribute) {
        return find(Kind.GROUP_PODS, group.namespace(), group.text())
                .map(fact -> fact.number(attribute).orElse(0))
                .orElse(0L);
    }
}
