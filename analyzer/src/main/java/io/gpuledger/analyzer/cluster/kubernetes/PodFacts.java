package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.SharedByKai;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The facts of a pod that asks for GPUs: by a request of any of its containers, or by a claim on devices; and of
/// one that was given a part of a GPU without any request that the kubelet knows of. Of others nothing is kept.
final class PodFacts {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");
    private static final String DISRUPTION = "DisruptionTarget";

    private PodFacts() {}

    static Optional<ObservedObject> observed(Pod pod, String cluster, Annotations kept) {
        return Optional.ofNullable(pod.getSpec()).filter(_ -> isOfGpus(pod)).map(spec -> {
            var draft = CommonFacts.annotations(pod, kept, CommonFacts.labelsOfPod(pod, new Draft()));
            var owner = CommonFacts.owner(pod);
            CommonFacts.owner(owner, draft)
                    .moment(Attribute.CREATED, pod.getMetadata().getCreationTimestamp());
            spec(spec, draft);
            PlacementFacts.spec(spec, draft);
            Membership.put(pod, draft);
            Optional.ofNullable(pod.getStatus()).ifPresent(status -> {
                status(status, draft);
                PlacementFacts.status(status, draft);
            });
            return draft.of(
                    ObjectId.pod(
                            cluster,
                            CommonFacts.namespace(pod),
                            CommonFacts.name(pod),
                            pod.getMetadata().getUid()),
                    owner);
        });
    }

    /// Whether it asks for GPUs, or was given a part of one.
    static boolean isOfGpus(Pod pod) {
        return asksForGpus(pod.getSpec())
                || SharedByKai.isInGroup(
                        CommonFacts.map(pod.getMetadata().getLabels()).keySet());
    }

    private static boolean asksForGpus(PodSpec spec) {
        var byRequest = Stream.concat(
                        CommonFacts.list(spec.getContainers()).stream(),
                        CommonFacts.list(spec.getInitContainers()).stream())
                .flatMap(container -> requests(container).entrySet().stream())
                .anyMatch(entry ->
                        Resource.isGpu(entry.getKey()) && !entry.getValue().equals("0"));
        return byRequest || !CommonFacts.list(spec.getResourceClaims()).isEmpty();
    }

    private static Map<String, String> requests(Container container) {
        var draft = new Draft();
        Optional.ofNullable(container.getResources())
                .ifPresent(resources -> CommonFacts.amounts("", resources.getRequests(), draft));
        return draft.of(ObjectId.pod("", "", "", "")).attributes();
    }

    private static void spec(PodSpec spec, Draft draft) {
        draft.put(Attribute.NODE, spec.getNodeName())
                .put(Attribute.PRIORITY, spec.getPriority())
                .put(Attribute.PRIORITY_CLASS, spec.getPriorityClassName());
        CommonFacts.list(spec.getContainers()).forEach(container -> requests(container, draft));
        // An init container that stays is a sidecar, and has what it asks for all the time.
        CommonFacts.list(spec.getInitContainers()).stream()
                .filter(Requests::stays)
                .forEach(container -> requests(container, draft));
        CommonFacts.list(spec.getResourceClaims())
                .forEach(claim -> draft.putAlso(
                        Attribute.CLAIM + claim.getName(),
                        Stream.of(claim.getResourceClaimName(), claim.getResourceClaimTemplateName())
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElse("")));
    }

    private static void requests(Container container, Draft draft) {
        requests(container)
                .forEach((resource, amount) ->
                        draft.put(Attribute.REQUEST + container.getName() + "." + resource, amount));
    }

    private static void status(PodStatus status, Draft draft) {
        draft.put(Attribute.PHASE, status.getPhase()).moment(Attribute.STARTED, status.getStartTime());
        if (hasEnded(status)) {
            finished(status).or(() -> rejected(status)).ifPresent(time -> draft.moment(Attribute.FINISHED, time));
        }
        eviction(status).ifPresent(reason -> draft.put(Attribute.EVICTION, reason));
    }

    static boolean hasEnded(PodStatus status) {
        return ENDED.contains(Objects.requireNonNullElse(status.getPhase(), ""));
    }

    /// A pod that its node rejected is over as it begins: none of its containers ever ran.
    private static Optional<String> rejected(PodStatus status) {
        return Attribute.REJECTED.equals(status.getReason())
                ? Optional.ofNullable(status.getStartTime())
                : Optional.empty();
    }

    /// When the last of its containers ended.
    private static Optional<String> finished(PodStatus status) {
        return CommonFacts.list(status.getContainerStatuses()).stream()
                .flatMap(container -> Stream.ofNullable(container.getState()))
                .flatMap(state -> Stream.ofNullable(state.getTerminated()))
                .flatMap(ended -> Stream.ofNullable(ended.getFinishedAt()))
                .max(Comparator.naturalOrder());
    }

    /// A pod that failed for a reason of its own says that of its containers, not of itself.
    private static Optional<String> eviction(PodStatus status) {
        return CommonFacts.list(status.getConditions()).stream()
                .filter(condition -> DISRUPTION.equals(condition.getType()) && "True".equals(condition.getStatus()))
                .flatMap(condition -> Stream.ofNullable(condition.getReason()))
                .findFirst()
                .or(() -> "Failed".equals(status.getPhase())
                        ? Optional.ofNullable(status.getReason())
                        : Optional.empty());
    }
}
