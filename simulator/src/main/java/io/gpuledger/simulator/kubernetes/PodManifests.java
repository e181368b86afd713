package io.gpuledger.simulator.kubernetes;

import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.gpuledger.simulator.cluster.Owner;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.cluster.PodState.Placement;
import io.gpuledger.simulator.fleet.Taint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pods and what is above them, as Kubernetes has them.
public final class PodManifests {
    /// All pods that came from here carry this label.
    static final String OURS = "gpu-ledger.io/simulated";

    static final String CONTAINER = "main";

    private PodManifests() {}

    /// Returns a pod as it stands.
    ///
    /// @param told the message of the scheduler, where the pod waits
    public static Pod pod(PodState state, Optional<String> told) {
        var pod = state.pod();
        var requests = Manifests.quantities(state.requests());
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(pod.namespace())
                .withName(pod.name())
                .addToLabels(OURS, "true")
                .addToLabels(state.labels())
                .addToLabels(app(state))
                .addToAnnotations(state.annotations())
                .withOwnerReferences(state.maker().map(maker -> reference(maker, state)).stream()
                        .toList())
                .endMetadata()
                .withNewSpec()
                .withNodeName(state.placement().map(Placement::node).orElse(null))
                .withNodeSelector(state.ask().selector())
                .withTolerations(state.ask().tolerated().stream()
                        .map(PodManifests::toleration)
                        .toList())
                .withPriorityClassName(state.ask().priorityClass().orElse(null))
                .withSchedulingGates(state.gate().map(gate -> new PodSchedulingGate(gate.word())).stream()
                        .toList())
                .addNewContainer()
                .withName(CONTAINER)
                .withImage(image(state))
                .withNewResources()
                .withRequests(requests)
                .withLimits(requests)
                .endResources()
                .endContainer()
                .endSpec()
                .withStatus(PodStatuses.of(state, told))
                .build();
    }

    private static Toleration toleration(Taint taint) {
        return new TolerationBuilder()
                .withKey(taint.key())
                .withOperator("Equal")
                .withValue(taint.value())
                .withEffect(Taint.EFFECT)
                .build();
    }

    /// What the scheduler posts when it has found a node.
    static Binding binding(PodState state, Placement placement) {
        return new BindingBuilder()
                .withNewMetadata()
                .withNamespace(state.pod().namespace())
                .withName(state.pod().name())
                .endMetadata()
                .withNewTarget()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(placement.node())
                .endTarget()
                .build();
    }

    private static OwnerReference reference(Owner owner, PodState pod) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.apiVersion())
                .withKind(owner.kind())
                .withName(owner.name())
                .withUid(owner.uid(pod.pod().namespace()))
                .withController(true)
                .build();
    }

    /// What stands between a pod and the controller at the top. It wants no replicas, or somebody might make them.
    static Optional<HasMetadata> between(PodState pod) {
        var owners = pod.owners();
        if (owners.size() < 2) {
            return Optional.empty();
        }
        var meta = new ObjectMetaBuilder()
                .withNamespace(pod.pod().namespace())
                .withName(owners.getFirst().name())
                .withOwnerReferences(reference(owners.getLast(), pod))
                .build();
        var selector = new LabelSelectorBuilder().withMatchLabels(app(pod)).build();
        return switch (owners.getFirst().kind()) {
            case "ReplicaSet" ->
                Optional.of(new ReplicaSetBuilder()
                        .withMetadata(meta)
                        .withNewSpec()
                        .withReplicas(0)
                        .withSelector(selector)
                        .withTemplate(template(pod))
                        .endSpec()
                        .build());
            case "StatefulSet" ->
                Optional.of(new StatefulSetBuilder()
                        .withMetadata(meta)
                        .withNewSpec()
                        .withReplicas(0)
                        .withServiceName(owners.getFirst().name())
                        .withSelector(selector)
                        .withTemplate(template(pod))
                        .endSpec()
                        .build());
            default -> Optional.empty();
        };
    }

    private static PodTemplateSpec template(PodState pod) {
        return new PodTemplateSpecBuilder()
                .withMetadata(new ObjectMetaBuilder().withLabels(app(pod)).build())
                .withNewSpec()
                .addNewContainer()
                .withName(CONTAINER)
                .withImage(image(pod))
                .endContainer()
                .endSpec()
                .build();
    }

    private static Map<String, String> app(PodState pod) {
        return Map.of("app", pod.pod().workload().name());
    }

    private static String image(PodState pod) {
        return "registry.invalid/" + pod.pod().workload().name();
    }

    /// Returns the pod with its name and status only, as the status is set apart from the rest.
    static Pod status(Pod pod) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .endMetadata()
                .withStatus(pod.getStatus())
                .build();
    }

    /// Returns the namespace and the name by which a pod is found.
    static List<String> key(PodState pod) {
        return List.of(pod.pod().namespace(), pod.pod().name());
    }

    static List<String> key(Pod pod) {
        return List.of(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
    }
}
