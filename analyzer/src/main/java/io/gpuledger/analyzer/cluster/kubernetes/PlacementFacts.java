package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The facts of how a pod comes to be placed: what it asks of a node, what keeps it waiting, and when it went on.
final class PlacementFacts {
    /// A spec of people takes a few hundred characters.
    private static final int SPEC_MAX = 64 * 1024;
    private static final int GATES_MAX = 16;

    /// The conditions that say how far a pod has come, by their types. What each of them says is kept as a word that
    /// all pods share.
    private static final Map<String, String> CONDITIONS = Map.of(
            "PodScheduled", Attribute.SCHEDULED,
            "ContainersReady", Attribute.CONTAINERS_READY,
            "Ready", Attribute.READY);

    private static final Map<String, String> WORDS = Map.of("True", "true", "False", "false");

    private PlacementFacts() {}

    static void spec(PodSpec spec, Draft draft) {
        var text = SpecText.of(spec);
        if (text.length() <= SPEC_MAX) {
            // Pods that were made alike share it.
            draft.put(Attribute.SPEC, text.intern());
        } else {
            draft.put(
                    Attribute.UNREAD,
                    "its spec takes %,d characters, and no more than %,d are kept".formatted(text.length(), SPEC_MAX));
        }
        draft.put(
                Attribute.GATES,
                CommonFacts.list(spec.getSchedulingGates()).stream()
                        .map(PodSchedulingGate::getName)
                        .limit(GATES_MAX)
                        .collect(Collectors.joining(",")));
        if (CommonFacts.list(spec.getVolumes()).stream().anyMatch(volume -> volume.getHostPath() != null)) {
            draft.put(Attribute.FOLDER, "true");
        }
        extra(spec, draft);
    }

    private static void extra(PodSpec spec, Draft draft) {
        var needs = new TreeMap<>(Requests.of(spec));
        CommonFacts.list(spec.getContainers()).forEach(container -> subtract(container, needs));
        CommonFacts.list(spec.getInitContainers()).stream()
                .filter(Requests::stays)
                .forEach(container -> subtract(container, needs));
        needs.forEach((resource, amount) -> {
            if (amount > 0) {
                draft.put(Attribute.EXTRA + resource, text(resource, amount));
            }
        });
    }

    private static void subtract(Container container, Map<String, Long> needs) {
        Requests.of(container).forEach((resource, amount) -> needs.merge(resource, -amount, Long::sum));
    }

    /// Writes a whole number of what [Resource#amount] returns as it is kept.
    static String text(String resource, long amount) {
        return Resource.text(BigDecimal.valueOf(amount, resource.equals(Resource.CPU) ? 3 : 0));
    }

    static void status(PodStatus status, Draft draft) {
        draft.put(Attribute.NOMINATED, status.getNominatedNodeName());
        CommonFacts.list(status.getResourceClaimStatuses())
                .forEach(made -> draft.putAlso(Attribute.MADE_CLAIM + made.getName(), made.getResourceClaimName()));
        CommonFacts.list(status.getConditions()).forEach(condition -> condition(condition, draft));
    }

    /// Puts whether it is ready, and what it waits for where its containers are not.
    static void readiness(PodStatus status, Draft draft) {
        for (var condition : CommonFacts.list(status.getConditions())) {
            var attribute = CONDITIONS.get(condition.getType());
            if (Attribute.READY.equals(attribute) || Attribute.CONTAINERS_READY.equals(attribute)) {
                condition(condition, draft);
            }
            if (Attribute.CONTAINERS_READY.equals(attribute) && "False".equals(condition.getStatus())) {
                draft.put(Attribute.MESSAGE + condition.getType(), CommonFacts.words(condition.getMessage()));
            }
        }
    }

    private static void condition(PodCondition condition, Draft draft) {
        var attribute = CONDITIONS.get(condition.getType());
        if (attribute == null) {
            return;
        }
        draft.put(attribute, WORDS.getOrDefault(condition.getStatus(), "unknown"))
                .since(attribute, condition.getLastTransitionTime());
        if (attribute.equals(Attribute.SCHEDULED)) {
            draft.put(Attribute.REASON + condition.getType(), CommonFacts.words(condition.getReason()))
                    .put(Attribute.MESSAGE + condition.getType(), CommonFacts.words(condition.getMessage()));
        }
    }
}
