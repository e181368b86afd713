package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Timeline;
import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.Mark;
import io.gpuledger.analyzer.ledger.Membership;
import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.store.database.ClusterTables;
import io.gpuledger.analyzer.store.database.KnownGpu;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What a cluster was within a time.
final class ClusterFacts {
    /// A name that is told before its pod is known to have begun, or after it ended, is still that pod's.
    private static final long ASKEW_MAX = 10 * 60_000L;

    private final Map<String, Timeline<NodeState>> nodes;
    private final Map<String, List<Pod>> pods;
    private final Map<String, Pod> byUid;
    private final Map<String, List<Pod>> byNode;
    private final Map<String, Timeline<SortedMap<String, String>>> namespaces;
    private final long until;

    private ClusterFacts(
            Map<String, Timeline<NodeState>> nodes,
            List<Pod> pods,
            Map<String, Timeline<SortedMap<String, String>>> namespaces,
            long until) {
        this.nodes = nodes;
        this.pods = pods.stream().collect(Collectors.groupingBy(pod -> name(pod.namespace(), pod.name())));
        this.byUid = pods.stream().collect(Collectors.toMap(Pod::uid, pod -> pod, (_, last) -> last));
        this.byNode = pods.stream()
                .filter(pod -> pod.node().isPresent())
                .collect(Collectors.groupingBy(pod -> pod.node().orElseThrow()));
        this.namespaces = namespaces;
        this.until = until;
    }

    static ClusterFacts load(Connection connection, String cluster, Span span) throws SQLException {
        var tables = new ClusterTables(connection);
        return new ClusterFacts(
                tables.nodes(cluster, span.from() - Membership.REACH, span.to()),
                tables.pods(cluster, span.from(), span.to()),
                tables.namespaces(cluster, span.from(), span.to()),
                span.to());
    }

    private static String name(String namespace, String pod) {
        return namespace + "/" + pod;
    }

    /// Whose name it was at an instant.
    Optional<Pod> pod(String namespace, String pod, long millis) {
        return pods.getOrDefault(name(namespace, pod), List.of()).stream()
                .filter(known -> distance(known, millis) <= ASKEW_MAX)
                .min(Comparator.comparingLong((Pod known) -> distance(known, millis))
                        .thenComparing(Pod::uid));
    }

    Optional<Pod> podOf(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    Collection<Pod> pods() {
        return byUid.values();
    }

    /// Those that are known to have been on it.
    List<Pod> podsOn(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    private static long distance(Pod pod, long millis) {
        return Math.max(Math.max(pod.from() - millis, millis - pod.to().orElse(millis)), 0);
    }

    Map<String, Timeline<SortedMap<String, String>>> namespaces() {
        return namespaces;
    }

    /// By name.
    Map<String, Timeline<NodeState>> nodes() {
        return nodes;
    }

    /// As of an hour.
    Optional<NodeState> node(String name, long hour) {
        return Optional.ofNullable(nodes.get(name)).flatMap(timeline -> timeline.at(hour, hour + Ledger.HOUR));
    }

    /// While the node that a GPU was on had evidence against it.
    List<Mark> unhealthy(KnownGpu gpu) {
        return marks(gpu, state -> state.ready() ? Optional.empty() : Optional.of("node_not_ready"));
    }

    /// While the node that a GPU was on was taken out on purpose.
    List<Mark> withheld(KnownGpu gpu, Set<String> maintenanceTaints) {
        return marks(gpu, state -> {
            var tainted = state.taints().stream().anyMatch(taint -> maintenanceTaints.contains(taint.key()));
            if (tainted) {
                return Optional.of("maintenance");
            }
            return state.cordoned() ? Optional.of("cordoned") : Optional.empty();
        });
    }

    private List<Mark> marks(KnownGpu gpu, Function<NodeState, Optional<String>> cause) {
        var marks = new ArrayList<Mark>();
        eachNode(gpu, nodes, (there, timeline) -> {
            var changes = timeline.changes();
            for (var i = 0; i < changes.size(); i++) {
                var from = changes.get(i).since();
                var to = i + 1 < changes.size() ? changes.get(i + 1).since() : Math.max(from, until);
                var span = new Span(from, to).within(there);
                if (!span.isEmpty()) {
                    changes.get(i).value().flatMap(cause).ifPresent(why -> marks.add(new Mark(span, why)));
                }
            }
        });
        return marks;
    }

    /// When the node that a GPU was on ceased to be there.
    NavigableSet<Long> gone(KnownGpu gpu) {
        return changes(gpu, change -> change.isEmpty());
    }

    private NavigableSet<Long> changes(KnownGpu gpu, Predicate<Optional<NodeState>> which) {
        var instants = new TreeSet<Long>();
        eachNode(
                gpu,
                nodes,
                (there, timeline) -> timeline.changes().stream()
                        .filter(change -> there.contains(change.since()) && which.test(change.value()))
                        .forEach(change -> instants.add(change.since())));
        return instants;
    }

    /// When its node booted: its boot id became another.
    List<Long> boots(KnownGpu gpu) {
        return boots(gpu, nodes);
    }

    static List<Long> boots(KnownGpu gpu, Map<String, Timeline<NodeState>> nodes) {
        var boots = new ArrayList<Long>();
        eachNode(gpu, nodes, (there, timeline) -> {
            var before = Optional.<String>empty();
            for (var change : timeline.changes()) {
                var id = change.value().flatMap(NodeState::bootId);
                if (id.isPresent() && before.isPresent() && !id.equals(before) && there.contains(change.since())) {
                    boots.add(change.since());
                }
                before = id.isPresent() ? id : before;
            }
        });
        return boots;
    }

    private interface EachNode {
        void accept(Span there, Timeline<NodeState> timeline);
    }

    private static void eachNode(KnownGpu gpu, Map<String, Timeline<NodeState>> nodes, EachNode each) {
        var first = true;
        for (var entry : gpu.nodes().entrySet()) {
            var next = gpu.nodes().higherKey(entry.getKey());
            var from = first ? Long.MIN_VALUE : entry.getKey();
            first = false;
            var timeline = nodes.get(entry.getValue());
            if (timeline != null) {
                each.accept(new Span(from, next == null ? Long.MAX_VALUE : next), timeline);
            }
        }
    }
}
