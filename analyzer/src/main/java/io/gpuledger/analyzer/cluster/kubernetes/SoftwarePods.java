package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.GpuSoftware;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Optional;

/// Whether the pods of GPU software are well.
final class SoftwarePods {
    private SoftwarePods() {}

    static Optional<ObservedObject> observed(Pod pod, String cluster) {
        var draft = CommonFacts.owner(CommonFacts.owner(pod), new Draft());
        Optional.ofNullable(pod.getSpec()).ifPresent(spec -> draft.put(Attribute.NODE, spec.getNodeName()));
        Optional.ofNullable(pod.getStatus()).ifPresent(status -> PlacementFacts.readiness(status, draft));
        var object = ObjectId.gpuSoftware(ObjectId.pod(
                cluster,
                CommonFacts.namespace(pod),
                CommonFacts.name(pod),
                pod.getMetadata().getUid()));
        return Optional.of(draft.of(object))
                .filter(observed -> Optional.ofNullable(observed.attributes().get(Attribute.OWNER))
                        .filter(GpuSoftware::isMadeBy)
                        .isPresent());
    }
}
