package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Finds the GPUs that the nodes of a cluster should have and that have not been seen, and when they were not
/// ([Slots]).
///
/// While any GPU is seen under the name of a node that the cluster does not know, the exporters use other names for
/// nodes than the cluster does. Nothing can be missing then, as each GPU would count twice: as one that is seen, and as
/// one that is missing.
public final class Vacancies {
    private final NodeGpus nodeGpus;
    private final String cluster;
    private final Map<String, Timeline<NodeState>> nodes;
    private final long until;
    private final List<Span> strange;
    private final Map<String, SortedMap<Integer, List<Span>>> known = new HashMap<>();

    public Vacancies(NodeGpus nodeGpus, String cluster, Map<String, Timeline<NodeState>> nodes, long until) {
        this.nodeGpus = nodeGpus;
        this.cluster = cluster;
        this.nodes = nodes;
        this.until = until;
        this.strange = Span.union(nodeGpus.nodes(cluster).stream()
                .filter(name -> !nodes.containsKey(name))
                .flatMap(name -> claims(name, Timeline.empty()).stream())
                .toList());
    }

    public Map<Slot, List<Span>> all() {
        var all = new HashMap<Slot, List<Span>>();
        nodes.keySet()
                .forEach(
                        node -> on(node).forEach((ordinal, spans) -> all.put(new Slot(cluster, node, ordinal), spans)));
        return all;
    }

    /// Returns the spans in which a slot was vacant.
    public List<Span> of(KnownGpu slot) {
        return slot.node(until)
                .flatMap(node -> slot.ordinal().map(ordinal -> on(node).getOrDefault(ordinal, List.of())))
                .orElse(List.of());
    }

    private SortedMap<Integer, List<Span>> on(String node) {
        return known.computeIfAbsent(node, name -> vacant(name, nodes.getOrDefault(name, Timeline.empty())));
    }

    private SortedMap<Integer, List<Span>> vacant(String node, Timeline<NodeState> states) {
        var claims = claims(node, states);
        return Slots.vacant(expected(states, claims), claims, strange, until);
    }

    /// Returns how many GPUs a node should have over time. A node that is gone should have its GPUs for as long as they
    /// stay in the fleet. The number that it advertises counts only until a GPU of it is seen.
    private static Timeline<Integer> expected(Timeline<NodeState> states, Collection<Span> claims) {
        var told = claims.stream().mapToLong(Span::from).min().orElse(Long.MAX_VALUE);
        var expected = new HashMap<Long, Optional<Integer>>();
        var changes = states.changes();
        for (var i = 0; i < changes.size(); i++) {
            var since = changes.get(i).since();
            var next = i + 1 < changes.size() ? changes.get(i + 1).since() : Long.MAX_VALUE;
            var state = changes.get(i).value();
            if (state.isPresent()) {
                var sure = state.flatMap(NodeGpus::expected);
                expected.put(since, sure.or(() -> since < told ? state.flatMap(NodeGpus::advertised) : sure));
                if (sure.isEmpty() && told > since && told < next) {
                    expected.put(told, sure);
                }
            } else if (since + Membership.GONE < next) {
                expected.put(since + Membership.GONE, Optional.empty());
            }
        }
        return Timeline.of(expected);
    }

    /// Returns the spans in which GPUs were on a node, as far as is known: until they are seen elsewhere, or leave the
    /// fleet.
    private List<Span> claims(String node, Timeline<NodeState> states) {
        var claims = new ArrayList<Span>();
        for (var gpu : nodeGpus.ever(cluster, node)) {
            gpu.nodes().forEach((since, name) -> {
                if (name.equals(node)) {
                    var next = gpu.nodes().higherKey(since);
                    claims.add(new Span(since, next == null ? Math.max(since, leaves(gpu, states)) : next));
                }
            });
        }
        return claims;
    }

    private static long leaves(KnownGpu gpu, Timeline<NodeState> states) {
        var gone = Membership.gone(ClusterFacts.there(states)).ceiling(gpu.lastSeen());
        return gone == null ? gpu.leaves() : Math.min(gone + Membership.GONE, gpu.leaves());
    }
}
