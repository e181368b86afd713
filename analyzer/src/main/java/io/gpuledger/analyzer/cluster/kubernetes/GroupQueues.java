package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The facts of the queues that groups of pods wait in: of Volcano (scheduling.volcano.sh/v1beta1) and of KAI
/// (scheduling.run.ai/v2).
final class GroupQueues {
    private static final String GPU = "nvidia.com/gpu";
    private static final Set<String> OF_HOST = Set.of(Resource.CPU, "memory");

    private GroupQueues() {}

    static Optional<ObservedObject> ofVolcano(GenericKubernetesResource queue, String cluster) {
        var draft = new Draft()
                .put(Attribute.STATE, Fields.text(queue, "status", "state"))
                .put(Attribute.PARENT, Fields.text(queue, "spec", "parent"));
        Fields.amounts(Attribute.LIMIT, queue, GroupQueues::isJudged, draft, "spec", "capability");
        Fields.amounts(Attribute.DESERVED, queue, GroupQueues::isJudged, draft, "spec", "deserved");
        Fields.amounts(Attribute.USED, queue, GroupQueues::isJudged, draft, "status", "allocated");
        return Optional.of(draft.of(id(queue, cluster, Kind.VOLCANO_QUEUE)));
    }

    private static boolean isJudged(String resource) {
        return Resource.isGpu(resource) || OF_HOST.contains(resource);
    }

    /// Of KAI's queues the GPUs are kept: it counts cores and memory in units of its own. Without a limit, a queue gets
    /// nothing, and -1 is none.
    static Optional<ObservedObject> ofKai(GenericKubernetesResource queue, String cluster) {
        var draft = new Draft().put(Attribute.PARENT, Fields.text(queue, "spec", "parentQueue"));
        if (queue.get("spec", "resources") instanceof Map<?, ?>) {
            bound(queue.get("spec", "resources", "gpu", "limit"))
                    .ifPresent(text -> draft.put(Attribute.LIMIT + GPU, text));
            bound(queue.get("spec", "resources", "gpu", "quota"))
                    .ifPresent(text -> draft.put(Attribute.DESERVED + GPU, text));
        }
        Fields.amounts(Attribute.USED, queue, GPU::equals, draft, "status", "allocated");
        Fields.amounts(Attribute.NON_PREEMPTIBLE, queue, GPU::equals, draft, "status", "allocatedNonPreemptible");
        return Optional.of(draft.of(id(queue, cluster, Kind.KAI_QUEUE)));
    }

    /// Returns a number of GPUs; nothing where there is no bound.
    private static Optional<String> bound(@Nullable Object value) {
        return value == null ? Optional.of("0") : Fields.quantity(value).filter(text -> !text.startsWith("-"));
    }

    private static ObjectId id(GenericKubernetesResource queue, String cluster, Kind kind) {
        return ObjectId.named(cluster, kind, CommonFacts.name(queue));
    }
}
