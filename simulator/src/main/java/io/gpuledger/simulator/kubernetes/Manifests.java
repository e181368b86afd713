package io.gpuledger.simulator.kubernetes;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.Owner;
import io.gpuledger.simulator.cluster.PodState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Nodes, pods and what is above them, as Kubernetes has them.
final class Manifests {
    private static final String TEAM = "team";
    private static final String CONTAINER = "main";

    private Manifests() {}

    static Namespace namespace(String name) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(TEAM, name)
                .endMetadata()
                .build();
    }

    static Node node(NodeState state) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(state.node().name())
                .withLabels(state.labels())
                .endMetadata()
                .withNewSpec()
                .withUnschedulable(state.cordoned() ? true : null)
                .withTaints(state.taints().stream().map(Manifests::taint).toList())
                .endSpec()
                .withNewStatus()
                .withCapacity(quantities(state.capacity()))
                .withAllocatable(quantities(state.allocatable()))
                .addNewCondition()
                .withType("Ready")
                .withStatus(state.ready() ? "True" : "Unknown")
                .endCondition()
                .endStatus()
                .build();
    }

    private static Taint taint(NodeState.Taint taint) {
        return new TaintBuilder()
                .withKey(taint.key())
                .withValue(taint.value())
                .withEffect(NodeState.Taint.EFFECT)
                .build();
    }

    /// What stands between a pod and a Deployment; of it nobody wants replicas, or somebody might make them.
    static Optional<ReplicaSet> replicaSet(PodState pod) {
        var owners = pod.owners();
        if (owners.size() < 2 || !owners.getFirst().kind().equals("ReplicaSet")) {
            return Optional.empty();
        }
        var labels = Map.of("app", pod.pod().workload().name());
        return Optional.of(new ReplicaSetBuilder()
                .withNewMetadata()
                .withNamespace(pod.pod().namespace())
                .withName(owners.getFirst().name())
                .withOwnerReferences(reference(owners.getLast(), pod))
                .endMetadata()
                .withNewSpec()
                .withReplicas(0)
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withMetadata(new ObjectMetaBuilder().withLabels(labels).build())
                .endTemplate()
                .endSpec()
                .build());
    }

    static Pod pod(PodState state) {
        var pod = state.pod();
        var requests = quantities(state.requests());
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(pod.namespace())
                .withName(pod.name())
                .withUid(pod.uid())
                .addToLabels(TEAM, pod.team())
                .addToLabels("app", pod.workload().name())
                .withOwnerReferences(state.maker().map(maker -> reference(maker, state)).stream()
                        .toList())
                .endMetadata()
                .withNewSpec()
                .withNodeName(state.node())
                .addNewContainer()
                .withName(CONTAINER)
                .withImage("registry.invalid/" + pod.workload().name())
                .withNewResources()
                .withRequests(requests)
                .withLimits(requests)
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withStartTime(instant(state.span().from()))
                .addNewContainerStatus()
                .withName(CONTAINER)
                .withReady(true)
                .withRestartCount(0)
                .withNewState()
                .withNewRunning()
                .withStartedAt(instant(state.span().from()))
                .endRunning()
                .endState()
                .endContainerStatus()
                .endStatus()
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

    private static Map<String, Quantity> quantities(Map<String, Long> amounts) {
        return amounts.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, amount -> new Quantity(Long.toString(amount.getValue()))));
    }

    private static String instant(long second) {
        return Instant.ofEpochSecond(second).toString();
    }

    static List<String> key(PodState pod) {
        return List.of(pod.pod().namespace(), pod.pod().name(), pod.pod().uid());
    }
}
