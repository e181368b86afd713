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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Keeps the objects of a cluster in an API server as they are at the moment. What could not be done is tried again the
/// next time. Made for API servers without controllers: those of a real cluster would have their own mind.
public final class ClusterMirror implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ClusterMirror.class.getName());

    private final KubernetesClient client;
    private final Cluster cluster;
    private final Set<String> namespaces = new HashSet<>();
    private final Map<String, NodeState> nodes = new HashMap<>();
    private final Map<List<String>, PodState> pods = new LinkedHashMap<>();
    private final List<String> troubles = new ArrayList<>();
    /// Whether all pods of ours that are there are in `pods`.
    private boolean isKnown;

    private boolean failing;

    public ClusterMirror(KubernetesClient client, Cluster cluster) {
        this.client = client;
        this.cluster = cluster;
    }

    /// Makes it what it is at a second.
    public void set(long second) {
        troubles.clear();
        try {
            setNamespaces();
            setNodes(cluster.nodesAt(second));
            setPods(cluster.podsAt(second));
        } catch (KubernetesClientException e) {
            troubles.add("is not there (%s), and is asked again each second".formatted(deepest(e)));
        }
        if (troubles.isEmpty() == failing) {
            failing = !failing;
            LOG.log(
                    failing ? WARNING : INFO,
                    () -> "the Kubernetes API at %s %s"
                            .formatted(
                                    client.getMasterUrl(), failing ? troubles.getFirst() : "takes all objects again"));
        }
    }

    /// The exceptions above the deepest say no more than what was tried.
    private static String deepest(Throwable e) {
        return Optional.ofNullable(e.getCause())
                .map(ClusterMirror::deepest)
                .orElseGet(() ->
                        Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
    }

    /// Whether it was done. One object that is refused is in nobody's way; an API that is not there is.
    private boolean done(Runnable change) {
        try {
            change.run();
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == 0) {
                throw e;
            }
            troubles.add("does not take all objects: " + e.getMessage());
            return false;
        }
    }

    private void setNamespaces() {
        for (var name : cluster.namespaces()) {
            if (!namespaces.contains(name)
                    && done(() -> {
                        put(Manifests.namespace(name));
                        put(Manifests.serviceAccount(name));
                    })) {
                namespaces.add(name);
            }
        }
    }

    private void setNodes(List<NodeState> now) {
        for (var state : now) {
            var name = state.node().name();
            var node = Manifests.node(state);
            if (!state.equals(nodes.get(name)) && done(() -> put(node, Manifests.status(node)))) {
                nodes.put(name, state);
            }
        }
    }

    private void setPods(List<PodState> now) {
        var wanted = new LinkedHashMap<List<String>, PodState>();
        now.forEach(pod -> wanted.put(Manifests.key(pod), pod));
        removeAllBut(wanted);
        for (var pod : wanted.entrySet()) {
            var object = Manifests.pod(pod.getValue());
            if (!pods.containsKey(pod.getKey())
                    && done(() -> {
                        Manifests.between(pod.getValue()).ifPresent(this::put);
                        put(object, Manifests.status(object));
                    })) {
                pods.put(pod.getKey(), pod.getValue());
            }
        }
    }

    private void removeAllBut(Map<List<String>, PodState> wanted) {
        if (!isKnown) {
            // What somebody left there who was here before.
            client.pods().inAnyNamespace().withLabel(Manifests.OURS).list().getItems().stream()
                    .filter(pod -> !wanted.containsKey(Manifests.key(pod)))
                    .forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
            isKnown = true;
        }
        for (var gone : pods.entrySet().stream()
                .filter(pod -> !pod.getValue().equals(wanted.get(pod.getKey())))
                .toList()) {
            if (done(() -> remove(gone.getValue(), wanted.values()))) {
                pods.remove(gone.getKey());
            }
        }
    }

    private void remove(PodState gone, Collection<PodState> wanted) {
        client.resource(Manifests.pod(gone)).withGracePeriod(0).delete();
        var isLast = wanted.stream()
                .noneMatch(other -> other.pod().workload().equals(gone.pod().workload()));
        if (isLast) {
            Manifests.between(gone).ifPresent(above -> client.resource(above).delete());
        }
    }

    private void put(HasMetadata object, HasMetadata status) {
        put(object);
        client.resource(status).patchStatus();
    }

    /// Makes the object as it is wanted, whatever is there.
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

    /// What is there stays there.
    @Override
    public void close() {
        client.close();
    }
}
