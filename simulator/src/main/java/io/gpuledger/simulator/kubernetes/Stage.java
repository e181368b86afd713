package io.gpuledger.simulator.kubernetes;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodState;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Keeps the objects of a cluster in an API server as they are at the moment. What could not be done is tried again the
/// next time. Made for API servers without controllers: those of a real cluster would have their own mind.
public final class Stage {
    private static final System.Logger LOG = System.getLogger(Stage.class.getName());

    private final KubernetesClient client;
    private final Cluster cluster;
    private final Set<String> namespaces = new HashSet<>();
    private final Map<String, NodeState> nodes = new HashMap<>();
    private final Map<List<String>, PodState> pods = new LinkedHashMap<>();
    private boolean failing;

    public Stage(KubernetesClient client, Cluster cluster) {
        this.client = client;
        this.cluster = cluster;
    }

    /// Makes it what it is at a second.
    public void set(long second) {
        try {
            setNamespaces();
            setNodes(cluster.nodesAt(second));
            setPods(cluster.podsAt(second));
            if (failing) {
                LOG.log(INFO, "the Kubernetes API takes objects again");
            }
            failing = false;
        } catch (KubernetesClientException e) {
            if (!failing) {
                LOG.log(WARNING, "the Kubernetes API does not take objects: " + e.getMessage());
            }
            failing = true;
        }
    }

    private void setNamespaces() {
        for (var name : cluster.namespaces()) {
            if (!namespaces.contains(name)) {
                put(Manifests.namespace(name));
                namespaces.add(name);
            }
        }
    }

    private void setNodes(List<NodeState> now) {
        for (var state : now) {
            var name = state.node().name();
            if (!state.equals(nodes.get(name))) {
                var node = Manifests.node(state);
                put(node);
                client.resource(node).patchStatus();
                nodes.put(name, state);
            }
        }
    }

    private void setPods(List<PodState> now) {
        var wanted = new LinkedHashMap<List<String>, PodState>();
        now.forEach(pod -> wanted.put(Manifests.key(pod), pod));
        for (var gone : pods.entrySet().stream()
                .filter(pod -> !wanted.containsKey(pod.getKey()))
                .toList()) {
            remove(gone.getValue(), wanted);
            pods.remove(gone.getKey());
        }
        for (var pod : wanted.entrySet()) {
            if (!pods.containsKey(pod.getKey())) {
                Manifests.replicaSet(pod.getValue()).ifPresent(this::put);
                var object = Manifests.pod(pod.getValue());
                put(object);
                client.resource(object).patchStatus();
                pods.put(pod.getKey(), pod.getValue());
            }
        }
    }

    private void remove(PodState gone, Map<List<String>, PodState> wanted) {
        client.resource(Manifests.pod(gone)).withGracePeriod(0).delete();
        var isLast = wanted.values().stream()
                .noneMatch(other -> other.pod().workload().equals(gone.pod().workload()));
        if (isLast) {
            Manifests.replicaSet(gone).ifPresent(set -> client.resource(set).delete());
        }
    }

    /// As it is wanted, whatever is there.
    private void put(HasMetadata object) {
        try {
            client.resource(object).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
            client.resource(object).patch();
        }
    }
}
