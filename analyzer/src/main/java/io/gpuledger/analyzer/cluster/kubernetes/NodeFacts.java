package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A node's facts. Its heartbeats are none.
final class NodeFacts {
    /// Nobody asks why these are what they are. Those of other watchers are true where something is wrong.
    private static final Set<String> OF_KUBELET =
            Set.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable");

    private NodeFacts() {}

    static Optional<ObservedObject> observed(Node node, String cluster) {
        var draft = CommonFacts.labels(node, new Draft());
        spec(node, draft);
        Optional.ofNullable(node.getStatus()).ifPresent(status -> {
            CommonFacts.amounts(Attribute.CAPACITY, status.getCapacity(), draft);
            CommonFacts.amounts(Attribute.ALLOCATABLE, status.getAllocatable(), draft);
            CommonFacts.list(status.getConditions()).forEach(condition -> condition(condition, draft));
            Optional.ofNullable(status.getNodeInfo()).ifPresent(info -> draft.put(Attribute.BOOT_ID, info.getBootID()));
        });
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.NODE, CommonFacts.name(node))));
    }

    private static void spec(Node node, Draft draft) {
        var spec = Optional.ofNullable(node.getSpec());
        draft.put(
                Attribute.CORDONED,
                spec.map(one -> Boolean.TRUE.equals(one.getUnschedulable())).orElse(false));
        spec.ifPresent(one -> CommonFacts.list(one.getTaints())
                .forEach(taint ->
                        draft.putAlso(Attribute.TAINT + taint.getKey() + ":" + taint.getEffect(), taint.getValue())));
    }

    private static void condition(NodeCondition condition, Draft draft) {
        var attribute = Attribute.CONDITION + condition.getType();
        draft.put(attribute, condition.getStatus().toLowerCase(Locale.ROOT))
                .since(attribute, condition.getLastTransitionTime());
        if (!OF_KUBELET.contains(condition.getType()) && "True".equals(condition.getStatus())) {
            draft.put(Attribute.REASON + condition.getType(), CommonFacts.words(condition.getReason()))
                    .put(Attribute.MESSAGE + condition.getType(), CommonFacts.words(condition.getMessage()));
        }
    }
}
