package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/// What is known of a cluster within a time: its nodes, pods, namespaces, targets and workloads.
public final class ClusterFacts {
    /// A pod's name that comes up this long before the pod is known to have begun, or after it ended, is still taken
    /// for that pod.
    private static final long ASKEW_MAX = 10 * 60_000L;

    private final Map<String, Timeline<NodeState>> nodes;
    private final Map<String, List<Pod>> pods;
    private final Map<String, Pod> byUid;
    private final Map<String, List<Pod>> byNode;
    private final Map<String, Timeline<SortedMap<String, String>>> namespaces;
    private final Map<String, List<Span>> found;
    private final Map<String, Timeline<SortedMap<String, Long>>> otherPods;
    private final Admissions admissions;
    private final long until;

    /// @param targets the states of each target that reports GPUs
    /// @param otherPods what all pods without GPUs together request on each node
    /// @param workloads the states of each workload of a queue
    /// @param until the end of the time in which the cluster is known
    public ClusterFacts(
            Map<String, Timeline<NodeState>> nodes,
            List<Pod> pods,
            Map<String, Timeline<SortedMap<String, String>>> namespaces,
            Collection<Timeline<SortedMap<String, String>>> targets,
            Map<ObjectId, Timeline<SortedMap<String, String>>> workloads,
            Map<String, Timeline<SortedMap<String, Long>>> otherPods,
            Set<String> maintenanceTaints,
            long until) {
        this.nodes = nodes;
        this.pods = pods.stream().collect(Collectors.groupingBy(pod -> name(pod.namespace(), pod.name())));
        this.byUid = pods.stream().collect(Collectors.toMap(Pod::uid, pod -> pod, (_, last) -> last));
        this.byNode = pods.stream()
                .filter(pod -> pod.node().isPresent())
                .collect(Collectors.groupingBy(pod -> pod.node().orElseThrow()));
        this.namespaces = namespaces;
        this.found = found(targets);
        this.otherPods = otherPods;
        this.admissions = Admissions.of(workloads, nodes, byNode, pods, maintenanceTaints);
        this.until = until;
    }

    /// Returns when there was any target that reports a node, by the node's name.
    private static Map<String, List<Span>> found(Collection<Timeline<SortedMap<String, String>>> targets) {
        var found = new HashMap<String, List<Span>>();
        for (var target : targets) {
            target.map(attributes -> attributes.getOrDefault(Attribute.NODE, ""))
                    .each((from, to, node) ->
                            found.computeIfAbsent(node, _ -> new ArrayList<>()).add(new Span(from, to)));
        }
        found.replaceAll((_, spans) -> Span.union(spans));
        return found;
    }

    private static String name(String namespace, String pod) {
        return namespace + "/" + pod;
    }

    /// Returns the pod that had the name at an instant.
    public Optional<Pod> pod(String namespace, String pod, long millis) {
        var named = pods.getOrDefault(name(namespace, pod), List.of());
        if (named.size() == 1) {
            return Optional.of(named.getFirst()).filter(known -> distance(known, millis) <= ASKEW_MAX);
        }
        return named.stream()
                .filter(known -> distance(known, millis) <= ASKEW_MAX)
                .min(Comparator.comparingLong((Pod known) -> distance(known, millis))
                        .thenComparing(Pod::uid));
    }

    public Optional<Pod> podOf(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    public Collection<Pod> pods() {
        return byUid.values();
    }

    /// Returns the pods that are known to have been on the node.
    public List<Pod> podsOn(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    /// Returns what all pods without GPUs together request on a node, as far as anybody tells; of `pods` that is how
    /// many there are.
    public Timeline<SortedMap<String, Long>> otherPods(String node) {
        return otherPods.getOrDefault(node, Timeline.empty());
    }

    Admissions admissions() {
        return admissions;
    }

    private static long distance(Pod pod, long millis) {
        return Math.max(Math.max(pod.from() - millis, millis - pod.to().orElse(millis)), 0);
    }

    public Map<String, Timeline<SortedMap<String, String>>> namespaces() {
        return namespaces;
    }

    /// The nodes are keyed by name.
    public Map<String, Timeline<NodeState>> nodes() {
        return nodes;
    }

    /// Returns the state that a node had in an hour.
    public Optional<NodeState> node(String name, long hour) {
        return Optional.ofNullable(nodes.get(name)).flatMap(timeline -> timeline.at(hour, hour + Hour.MILLIS));
    }

    /// Returns the spans in which the node that a GPU was on was not ready.
    public List<Span> notReady(KnownGpu gpu) {
        var spans = new ArrayList<Span>();
        eachState(gpu, (span, state) -> {
            if (!state.ready()) {
                spans.add(span);
            }
        });
        return spans;
    }

    /// Returns the spans in which the node that a GPU was on was taken out on purpose, each with the cause.
    public List<Mark> withheld(KnownGpu gpu, Set<String> maintenanceTaints) {
        var marks = new ArrayList<Mark>();
        eachState(gpu, (span, state) -> {
            if (state.isTainted(maintenanceTaints)) {
                marks.add(new Mark(span, "maintenance"));
            } else if (state.cordoned()) {
                marks.add(new Mark(span, "cordoned"));
            }
        });
        return marks;
    }

    /// Goes through each state of the nodes that a GPU was on, while it was there.
    private void eachState(KnownGpu gpu, BiConsumer<Span, NodeState> each) {
        var known = new Span(Long.MIN_VALUE, until);
        eachNode(
                gpu,
                (there, node) -> states(node, nodes).each((from, to, state) -> {
                    var span = new Span(from, to).within(there).within(known);
                    if (!span.isEmpty()) {
                        each.accept(span, state);
                    }
                }));
    }

    private static Timeline<NodeState> states(String node, Map<String, Timeline<NodeState>> nodes) {
        return nodes.getOrDefault(node, Timeline.empty());
    }

    /// Returns when the node that a GPU was on ceased to be there. Where the cluster says nothing of that node, it is
    /// when the last target that reports the node was gone.
    public NavigableSet<Long> gone(KnownGpu gpu) {
        var gone = new TreeSet<Long>();
        eachNode(gpu, (there, node) -> {
            var states = states(node, nodes);
            Membership.gone(states.isEmpty() ? found.getOrDefault(node, List.of()) : there(states)).stream()
                    .filter(there::contains)
                    .forEach(gone::add);
        });
        return gone;
    }

    /// Returns the spans in which a node was there.
    static List<Span> there(Timeline<NodeState> states) {
        var there = new ArrayList<Span>();
        states.each((from, to, _) -> there.add(new Span(from, to)));
        return Span.union(there);
    }

    /// Returns when the node of a GPU booted, which is when its boot id changed.
    public List<Long> boots(KnownGpu gpu) {
        return boots(gpu, nodes);
    }

    public static List<Long> boots(KnownGpu gpu, Map<String, Timeline<NodeState>> nodes) {
        var boots = new ArrayList<Long>();
        eachNode(gpu, (there, node) -> {
            var before = Optional.<String>empty();
            for (var change : states(node, nodes).changes()) {
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
        void accept(Span there, String node);
    }

    private static void eachNode(KnownGpu gpu, EachNode each) {
        var first = true;
        for (var entry : gpu.nodes().entrySet()) {
            var next = gpu.nodes().higherKey(entry.getKey());
            var from = first ? Long.MIN_VALUE : entry.getKey();
            first = false;
            each.accept(new Span(from, next == null ? Long.MAX_VALUE : next), entry.getValue());
        }
    }
}
