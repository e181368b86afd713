package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The facts of groups of pods that start together or not at all: of Volcano (scheduling.volcano.sh/v1beta1), of the
/// coscheduling plugin (scheduling.x-k8s.io/v1alpha1) and of KAI (scheduling.run.ai/v2alpha2). What a scheduler says of
/// a group is kept while the group waits: nobody asks why one ran.
final class PodGroups {
    private static final Set<String> OF_VOLCANO = Set.of("Unschedulable");
    private static final Set<String> WAIT_NO_MORE = Set.of("Running", "Completed", "Finished");

    private PodGroups() {}

    static Optional<ObservedObject> ofVolcano(GenericKubernetesResource group, String cluster) {
        var draft = common(group);
        Fields.amounts(Attribute.MIN, group, draft, "spec", "minResources");
        if (waits(group)) {
            Fields.whys(group, OF_VOLCANO, draft);
        }
        return Optional.of(draft.of(id(group, cluster, Kind.VOLCANO_GROUP)));
    }

    static Optional<ObservedObject> ofCoscheduling(GenericKubernetesResource group, String cluster) {
        return Optional.of(common(group).of(id(group, cluster, Kind.COSCHEDULING_GROUP)));
    }

    static Optional<ObservedObject> ofKai(GenericKubernetesResource group, String cluster) {
        var draft = common(group).put(Attribute.BACKOFF, Fields.text(group, "spec", "schedulingBackoff"));
        if (waits(group)) {
            Fields.list(group, "status", "schedulingConditions").stream()
                    .max(Comparator.comparing(condition -> Objects.toString(condition.get("lastTransitionTime"), "")))
                    .ifPresent(latest -> unschedulable(latest, draft));
        }
        return Optional.of(draft.of(id(group, cluster, Kind.KAI_GROUP)));
    }

    private static Draft common(GenericKubernetesResource group) {
        return new Draft()
                .put(Attribute.MIN_MEMBER, Fields.text(group, "spec", "minMember"))
                .put(Attribute.QUEUE, Fields.text(group, "spec", "queue"))
                .put(Attribute.PHASE, Fields.text(group, "status", "phase"));
    }

    private static boolean waits(GenericKubernetesResource group) {
        return !WAIT_NO_MORE.contains(Fields.text(group, "status", "phase"));
    }

    /// KAI gives its reasons as a list, and in older versions as one.
    private static void unschedulable(Map<?, ?> condition, Draft draft) {
        var type = Objects.toString(condition.get("type"), "");
        var attribute = Attribute.CONDITION + type;
        draft.put(attribute, "true").since(attribute, Objects.toString(condition.get("lastTransitionTime"), ""));
        var reasons = Fields.list(condition, "reasons");
        var given = reasons.isEmpty() ? List.<Map<?, ?>>of(condition) : reasons;
        draft.put(Attribute.REASON + type, CommonFacts.words(joined(given, "reason")))
                .put(Attribute.MESSAGE + type, CommonFacts.words(joined(given, "message")));
    }

    private static String joined(List<Map<?, ?>> reasons, String field) {
        return reasons.stream()
                .map(reason -> Objects.toString(reason.get(field), "").strip())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static ObjectId id(GenericKubernetesResource group, String cluster, Kind kind) {
        return ObjectId.named(cluster, kind, CommonFacts.namespace(group), CommonFacts.name(group));
    }
}
