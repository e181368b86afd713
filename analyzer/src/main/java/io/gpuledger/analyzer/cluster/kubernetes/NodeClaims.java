package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The facts of nodes that Karpenter makes (karpenter.sh/v1): what each will be, and how far it has come. Of a
/// node that is ready the node itself says all, so that nothing else is kept of its claim.
final class NodeClaims {
    private static final String LAST = "Initialized";
    private static final Set<String> STEPS = Set.of("Launched", "Registered", LAST);
    /// A claim may have hundreds of types of machines to choose from.
    private static final int REQUIREMENT_MAX = 4_096;

    private NodeClaims() {}

    static Optional<ObservedObject> observed(GenericKubernetesResource claim, String cluster) {
        var id = ObjectId.named(cluster, Kind.NODE_CLAIM, CommonFacts.name(claim));
        var draft = new Draft()
                .put(Attribute.NODE, Fields.text(claim, "status", "nodeName"))
                .moment(Attribute.CREATED, claim.getMetadata().getCreationTimestamp());
        Fields.list(claim, "status", "conditions").stream()
                .filter(condition -> STEPS.contains(Objects.toString(condition.get("type"), "")))
                .forEach(condition -> step(condition, draft));
        return Optional.of(
                isReady(claim) ? draft.of(id) : inTheMaking(claim, draft).of(id));
    }

    private static boolean isReady(GenericKubernetesResource claim) {
        return Fields.list(claim, "status", "conditions").stream()
                .anyMatch(condition -> LAST.equals(condition.get("type")) && "True".equals(condition.get("status")));
    }

    private static void step(Map<?, ?> condition, Draft draft) {
        var isDone = "True".equals(condition.get("status"));
        var type = Objects.toString(condition.get("type"), "");
        draft.put(Attribute.CONDITION + type, isDone ? "true" : "false")
                .since(Attribute.CONDITION + type, Objects.toString(condition.get("lastTransitionTime"), ""));
        if (!isDone) {
            Fields.why(type, condition, draft);
        }
    }

    private static Draft inTheMaking(GenericKubernetesResource claim, Draft draft) {
        CommonFacts.labels(claim, draft);
        Fields.amounts(Attribute.MIN, claim, draft, "spec", "resources", "requests");
        Fields.amounts(Attribute.ALLOCATABLE, claim, draft, "status", "allocatable");
        for (var taint : Fields.list(claim, "spec", "taints")) {
            draft.putAlso(
                    Attribute.TAINT + taint.get("key") + ":" + taint.get("effect"),
                    Objects.toString(taint.get("value"), ""));
        }
        requirements(claim).forEach((label, text) -> draft.put(Attribute.REQUIREMENT + label, text));
        return draft;
    }

    /// Several may be about the same label.
    private static Map<String, String> requirements(GenericKubernetesResource claim) {
        return Fields.list(claim, "spec", "requirements").stream()
                .collect(Collectors.groupingBy(
                        one -> Objects.toString(one.get("key"), ""),
                        TreeMap::new,
                        Collectors.mapping(NodeClaims::requirement, Collectors.joining(";"))));
    }

    /// One that is too long is kept as one that says nothing of the value.
    private static String requirement(Map<?, ?> requirement) {
        var values = requirement.get("values") instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : "";
        return values.length() > REQUIREMENT_MAX ? "Exists" : (requirement.get("operator") + " " + values).strip();
    }
}
