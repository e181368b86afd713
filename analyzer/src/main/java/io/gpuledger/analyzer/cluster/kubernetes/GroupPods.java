package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.cluster.kubernetes.OtherPods.Load;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How many pods without GPUs there are in the groups that have pods with GPUs: a launcher counts where a group has to
/// have so many pods, and is not told of by itself. The one thread that sees pods uses this.
final class GroupPods {
    private record Member(String namespace, String group, boolean hasGpus, boolean isPlaced) {}

    private static final class Count {
        private long withGpus;
        private long without;
        private long placed;

        private void add(Member member, int sign) {
            if (member.hasGpus()) {
                withGpus += sign;
            } else {
                without += sign;
                placed += member.isPlaced() ? sign : 0;
            }
        }

        private boolean isEmpty() {
            return withGpus == 0 && without == 0;
        }
    }

    private final String cluster;
    private final Map<String, Member> members = new HashMap<>();
    private final Map<ObjectId, Count> counts = new HashMap<>();
    private final Set<ObjectId> changed = new HashSet<>();

    GroupPods(String cluster) {
        this.cluster = cluster;
    }

    void seen(Pod pod) {
        var uid = pod.getMetadata().getUid();
        var now = member(pod);
        var before = Optional.ofNullable(now.isPresent() ? members.put(uid, now.get()) : members.remove(uid));
        if (!before.equals(now)) {
            before.ifPresent(member -> add(member, -1));
            now.ifPresent(member -> add(member, 1));
        }
    }

    void gone(String uid) {
        Optional.ofNullable(members.remove(uid)).ifPresent(member -> add(member, -1));
    }

    /// One that failed is none any more. One that has done its work is.
    private static Optional<Member> member(Pod pod) {
        var spec = pod.getSpec();
        var phase = pod.getStatus() == null ? "" : pod.getStatus().getPhase();
        if (spec == null || "Failed".equals(phase)) {
            return Optional.empty();
        }
        var node = spec.getNodeName();
        return Membership.of(pod)
                .map(group -> new Member(
                        CommonFacts.namespace(pod).intern(),
                        group.intern(),
                        PodFacts.isOfGpus(pod),
                        node != null && !node.isEmpty()));
    }

    private void add(Member member, int sign) {
        var id = ObjectId.named(cluster, Kind.GROUP_PODS, member.namespace(), member.group());
        var count = counts.computeIfAbsent(id, _ -> new Count());
        count.add(member, sign);
        if (count.isEmpty()) {
            counts.remove(id);
        }
        changed.add(id);
    }

    /// Returns the groups of which something has changed since this was asked the last time.
    List<Load> changes() {
        var loads = new ArrayList<Load>();
        for (var id : changed) {
            loads.add(new Load(
                    id,
                    Optional.ofNullable(counts.get(id))
                            .filter(count -> count.withGpus > 0 && count.without > 0)
                            .map(count -> new Draft()
                                    .put(Attribute.EXISTING, count.without)
                                    .put(Attribute.PLACED, count.placed)
                                    .of(id))));
        }
        changed.clear();
        return loads;
    }
}
