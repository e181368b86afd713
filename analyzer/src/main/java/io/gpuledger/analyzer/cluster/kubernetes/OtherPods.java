package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the pods that ask for no GPUs request on each node that has some: a GPU is of no use to anybody where they have
/// left no cores or memory. They are many and come and go, so that they are told of by their sums.
final class OtherPods {
    private static final String PODS = "pods";
    private static final int ALIKE_MAX = 10_000;

    private record Placed(String node, Map<String, Long> requests) {}

    private final String cluster;
    private final Map<String, Placed> placed = new HashMap<>();
    /// Many pods request the same, which is kept once. It begins anew when it has grown, as shapes come and go.
    private final Map<Map<String, Long>, Map<String, Long>> alike = new HashMap<>();

    private final Map<String, SortedMap<String, Long>> sums = new HashMap<>();
    private final Set<String> gpuNodes = new HashSet<>();
    private final Set<String> changed = new HashSet<>();
    private final GroupPods groups;

    OtherPods(String cluster) {
        this.cluster = cluster;
        this.groups = new GroupPods(cluster);
    }

    synchronized void seen(Node node) {
        var name = CommonFacts.name(node);
        var hasGpus = Optional.ofNullable(node.getStatus())
                .map(status -> CommonFacts.map(status.getCapacity()))
                .orElse(Map.of())
                .keySet()
                .stream()
                .anyMatch(Resource::isGpu);
        if (hasGpus ? gpuNodes.add(name) : gpuNodes.remove(name)) {
            changed.add(name);
        }
    }

    synchronized void seen(Pod pod) {
        groups.seen(pod);
        var now = placed(pod);
        var uid = pod.getMetadata().getUid();
        var before = Optional.ofNullable(now.isPresent() ? placed.put(uid, now.get()) : placed.remove(uid));
        if (!before.equals(now)) {
            before.ifPresent(one -> add(one, -1));
            now.ifPresent(one -> add(one, 1));
        }
    }

    private Optional<Placed> placed(Pod pod) {
        var hasEnded =
                Optional.ofNullable(pod.getStatus()).filter(PodFacts::hasEnded).isPresent();
        return Optional.ofNullable(pod.getSpec())
                .filter(spec -> !hasEnded && hasNode(spec) && !PodFacts.isOfGpus(pod))
                .map(spec -> new Placed(spec.getNodeName().intern(), shared(Requests.of(spec))));
    }

    private Map<String, Long> shared(Map<String, Long> requests) {
        if (alike.size() >= ALIKE_MAX) {
            alike.clear();
        }
        return alike.computeIfAbsent(requests, Map::copyOf);
    }

    private static boolean hasNode(PodSpec spec) {
        return spec.getNodeName() != null && !spec.getNodeName().isEmpty();
    }

    /// Takes it that an object is gone: a node, or a pod of either kind.
    synchronized void gone(ObjectId object) {
        switch (object.kind()) {
            case POD -> {
                groups.gone(object.uid());
                Optional.ofNullable(placed.remove(object.uid())).ifPresent(one -> add(one, -1));
            }
            case NODE -> {
                if (gpuNodes.remove(object.name())) {
                    changed.add(object.name());
                }
            }
            default -> {}
        }
    }

    private void add(Placed one, int sign) {
        var sum = sums.computeIfAbsent(one.node(), _ -> new TreeMap<>());
        one.requests().forEach((resource, amount) -> sum.merge(resource, sign * amount, OtherPods::sum));
        sum.merge(PODS, (long) sign, OtherPods::sum);
        if (sum.isEmpty()) {
            sums.remove(one.node());
        }
        changed.add(one.node());
    }

    /// Returns the sum, or nothing where nothing is left.
    @SuppressWarnings("NullAway")
    private static Long sum(long one, long other) {
        var sum = one + other;
        return sum == 0 ? null : sum;
    }

    /// What the pods on a node request together now, or how many a group has. That is nothing where the node or the
    /// group has gone.
    record Load(ObjectId object, Optional<ObservedObject> observed) {}

    /// Returns the nodes and groups on which something has changed since this was asked the last time.
    synchronized List<Load> changes() {
        var loads = new ArrayList<Load>();
        for (var node : changed) {
            var object = ObjectId.named(cluster, Kind.OTHER_PODS, node);
            loads.add(new Load(object, gpuNodes.contains(node) ? Optional.of(load(object)) : Optional.empty()));
        }
        changed.clear();
        loads.addAll(groups.changes());
        return loads;
    }

    private ObservedObject load(ObjectId object) {
        var draft = new Draft().put(Attribute.REQUEST + PODS, 0);
        sums.getOrDefault(object.name(), new TreeMap<>())
                .forEach((resource, amount) ->
                        draft.put(Attribute.REQUEST + resource, PlacementFacts.text(resource, amount)));
        return draft.of(object);
    }
}
