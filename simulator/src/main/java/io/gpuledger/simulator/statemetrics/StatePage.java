package io.gpuledger.simulator.statemetrics;

import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.cluster.QuotaState;
import io.gpuledger.simulator.fleet.Taint;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;

/// What kube-state-metrics says of nodes and pods, as far as somebody who keeps books asks for it: its names and labels
/// of version 2.
public final class StatePage {
    private static final List<String> STATUSES = List.of("true", "false", "unknown");

    private final Cluster cluster;
    private final long second;
    private final List<NodeState> nodes;
    private final List<PodState> pods;
    private final Lines page = new Lines();

    private StatePage(Cluster cluster, long second) {
        this.cluster = cluster;
        this.second = second;
        this.nodes = cluster.nodesAt(second);
        this.pods = cluster.podsAt(second);
    }

    public static byte[] at(long second, Cluster cluster) {
        var page = new StatePage(cluster, second);
        page.nodes();
        page.namespaces();
        page.quotas();
        new PodFamilies(page.pods, page.page).write();
        page.controllers();
        return page.page.bytes();
    }

    private void nodes() {
        page.family("kube_node_info", "Information about a cluster node.");
        nodes.forEach(node -> page.sample(
                "kube_node_info",
                1,
                "node",
                name(node),
                "kernel_version",
                "6.8.0-60-generic",
                "kubelet_version",
                "v1.33.2",
                "container_runtime_version",
                "containerd://2.1.3"));
        page.family("kube_node_created", "Unix creation timestamp.");
        nodes.forEach(node -> page.sample("kube_node_created", cluster.begin(), "node", name(node)));
        page.family("kube_node_labels", "Kubernetes labels converted to Prometheus labels.");
        nodes.forEach(node ->
                page.sample("kube_node_labels", 1, Labels.with(List.of("node", name(node)), "label_", node.labels())));
        page.family("kube_node_spec_unschedulable", "Whether a node can schedule new pods.");
        nodes.forEach(node -> page.sample("kube_node_spec_unschedulable", node.cordoned() ? 1 : 0, "node", name(node)));
        page.family("kube_node_spec_taint", "The taint of a cluster node.");
        nodes.forEach(node -> node.taints()
                .forEach(taint -> page.sample(
                        "kube_node_spec_taint",
                        1,
                        "node",
                        name(node),
                        "key",
                        taint.key(),
                        "value",
                        taint.value(),
                        "effect",
                        Taint.EFFECT)));
        page.family("kube_node_status_condition", "The condition of a cluster node.");
        nodes.forEach(this::conditions);
        page.family("kube_node_status_capacity", "The capacity for different resources of a node.");
        nodes.forEach(node -> resources("kube_node_status_capacity", node, node.capacity()));
        page.family(
                "kube_node_status_allocatable",
                "The allocatable for different resources of a node that are available for scheduling.");
        nodes.forEach(node -> resources("kube_node_status_allocatable", node, node.allocatable()));
    }

    private static String name(NodeState node) {
        return node.node().name();
    }

    /// A kubelet that has fallen silent leaves what it said last, and nobody knows.
    private void conditions(NodeState node) {
        condition(node, "Ready", node.ready() ? "true" : "unknown");
        node.conditions().forEach((type, is) -> condition(node, type, is ? "true" : "false"));
    }

    private void condition(NodeState node, String type, String is) {
        STATUSES.forEach(status -> page.sample(
                "kube_node_status_condition",
                status.equals(is) ? 1 : 0,
                "node",
                name(node),
                "condition",
                type,
                "status",
                status));
    }

    private void resources(String family, NodeState node, SortedMap<String, Long> amounts) {
        amounts.forEach((resource, amount) -> page.sample(
                family, amount, "node", name(node), "resource", Labels.word(resource), "unit", Labels.unit(resource)));
    }

    private void namespaces() {
        page.family("kube_namespace_labels", "Kubernetes labels converted to Prometheus labels.");
        cluster.namespaces()
                .forEach(namespace ->
                        page.sample("kube_namespace_labels", 1, "namespace", namespace, "label_team", namespace));
    }

    private void quotas() {
        page.family("kube_resourcequota", "Information about resource quota.");
        for (var quota : cluster.quotasAt(second)) {
            quota("hard", quota.hard(), quota);
            quota("used", quota.used(), quota);
        }
    }

    private void quota(String type, long amount, QuotaState quota) {
        page.sample(
                "kube_resourcequota",
                amount,
                "namespace",
                quota.namespace(),
                "resourcequota",
                QuotaState.NAME,
                "resource",
                QuotaState.RESOURCE,
                "type",
                type);
    }

    /// What stands between a pod and the controller at the top.
    private void controllers() {
        page.family("kube_replicaset_owner", "Information about the ReplicaSet's owner.");
        links("ReplicaSet", "kube_replicaset_owner", "replicaset");
    }

    private void links(String kind, String family, String label) {
        var links = new LinkedHashSet<List<String>>();
        for (var pod : pods) {
            var owners = pod.owners();
            for (var place = 0; place + 1 < owners.size(); place++) {
                if (owners.get(place).kind().equals(kind)) {
                    var above = owners.get(place + 1);
                    links.add(List.of(
                            "namespace",
                            pod.pod().namespace(),
                            label,
                            owners.get(place).name(),
                            "owner_kind",
                            above.kind(),
                            "owner_name",
                            above.name(),
                            "owner_is_controller",
                            "true"));
                }
            }
        }
        links.forEach(link -> page.sample(family, 1, link.toArray(String[]::new)));
    }
}
