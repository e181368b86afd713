package io.gpuledger.simulator.kubernetes;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.QuotaState;
import io.gpuledger.simulator.fleet.Taint;
import io.gpuledger.simulator.story.Ask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A cluster as Kubernetes has it, but for its pods.
public final class Manifests {
    private static final String TEAM = "team";

    private Manifests() {}

    static Namespace namespace(String name) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(TEAM, name)
                .endMetadata()
                .build();
    }

    /// Whom pods run as that name nobody else: without it the API server takes none. Elsewhere a controller makes it.
    static ServiceAccount serviceAccount(String namespace) {
        return new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("default")
                .endMetadata()
                .build();
    }

    public static ResourceQuota quota(QuotaState state) {
        var hard = quantities(Map.of(QuotaState.RESOURCE, state.hard()));
        return new ResourceQuotaBuilder()
                .withNewMetadata()
                .withNamespace(state.namespace())
                .withName(QuotaState.NAME)
                .endMetadata()
                .withNewSpec()
                .withHard(hard)
                .endSpec()
                .withNewStatus()
                .withHard(hard)
                .withUsed(quantities(Map.of(QuotaState.RESOURCE, state.used())))
                .endStatus()
                .build();
    }

    /// The class of pods that are in nobody's way: all others have none, which is 0.
    static PriorityClass lowPriority() {
        return new PriorityClassBuilder()
                .withNewMetadata()
                .withName(Ask.LOW_PRIORITY)
                .endMetadata()
                .withValue(-10)
                .withDescription("Waits until nobody else wants the GPUs.")
                .build();
    }

    public static Node node(NodeState state) {
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
                .withConditions(conditions(state))
                .endStatus()
                .build();
    }

    private static List<NodeCondition> conditions(NodeState state) {
        var conditions = new ArrayList<NodeCondition>();
        conditions.add(condition("Ready", state.ready() ? "True" : "Unknown"));
        state.conditions().forEach((type, is) -> conditions.add(condition(type, is ? "True" : "False")));
        return conditions;
    }

    private static NodeCondition condition(String type, String status) {
        return new NodeConditionBuilder().withType(type).withStatus(status).build();
    }

    private static io.fabric8.kubernetes.api.model.Taint taint(Taint taint) {
        return new TaintBuilder()
                .withKey(taint.key())
                .withValue(taint.value())
                .withEffect(Taint.EFFECT)
                .build();
    }

    /// Returns the node with its name and status only, as the status is set apart from the rest.
    static Node status(Node node) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(node.getMetadata().getName())
                .endMetadata()
                .withStatus(node.getStatus())
                .build();
    }

    static Map<String, Quantity> quantities(Map<String, Long> amounts) {
        return amounts.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, amount -> new Quantity(Long.toString(amount.getValue()))));
    }
}
