package io.gpuledger.simulator.kubernetes;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.cluster.PodState.Placement;
import io.gpuledger.simulator.cluster.QuotaState;
import io.gpuledger.simulator.schedule.Scheduler;
import io.gpuledger.simulator.schedule.Verdict;
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

    private static final String NO_GATES = "{\"spec\":{\"schedulingGates\":null}}";

    /// A pod, and what the scheduler says of it while it waits.
    private record Told(PodState state, Optional<String> message) {
        Pod object() {
            return PodManifests.pod(state, message);
        }

        /// Whether it is the other one, at another time, or as it was told otherwise.
        boolean isSamePod(Told other) {
            return state.pod().equals(other.state.pod()) && (state.isBesideReadiness(other.state) || state.waits());
        }
    }

    private final KubernetesClient client;
    private final Cluster cluster;
    private final Scheduler scheduler;
    private final Set<String> namespaces = new HashSet<>();
    private final Map<String, NodeState> nodes = new HashMap<>();
    private final Map<List<String>, Told> pods = new LinkedHashMap<>();
    private final Map<String, QuotaState> quotas = new HashMap<>();
    private final List<String> troubles = new ArrayList<>();
    /// Whether all pods of ours that are there are in `pods`.
    private boolean isKnown;

    private boolean hasPriorities;

    private boolean failing;

    public ClusterMirror(KubernetesClient client, Cluster cluster) {
        this.client = client;
        this.cluster = cluster;
        this.scheduler = new Scheduler(cluster);
    }

    /// Makes it what it is at a second.
    public void set(long second) {
        troubles.clear();
        try {
            setNamespaces();
            setNodes(cluster.nodesAt(second));
            setPods(told(second));
            setQuotas(cluster.quotasAt(second));
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
        if (!hasPriorities && done(() -> put(Manifests.lowPriority()))) {
            hasPriorities = true;
        }
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

    private List<Told> told(long second) {
        var waiting = scheduler.waiting(second);
        return cluster.podsAt(second).stream()
                .map(pod -> new Told(pod, Optional.ofNullable(waiting.get(pod)).map(Verdict::message)))
                .toList();
    }

    /// They come after the pods, as an API server counts what it takes in by itself, and nothing of what goes.
    private void setQuotas(List<QuotaState> now) {
        for (var state : now) {
            var quota = Manifests.quota(state);
            if (!state.equals(quotas.get(state.namespace())) && done(() -> put(quota, quota))) {
                quotas.put(state.namespace(), state);
            }
        }
    }

    private void setPods(List<Told> now) {
        var wanted = new LinkedHashMap<List<String>, Told>();
        now.forEach(pod -> wanted.put(PodManifests.key(pod.state()), pod));
        removeAllBut(wanted);
        for (var pod : wanted.entrySet()) {
            var before = Optional.ofNullable(pods.get(pod.getKey()));
            if (!before.equals(Optional.of(pod.getValue())) && done(() -> set(before, pod.getValue()))) {
                pods.put(pod.getKey(), pod.getValue());
            }
        }
    }

    private void set(Optional<Told> before, Told now) {
        if (before.isEmpty()) {
            PodManifests.between(now.state()).ifPresent(this::put);
            put(now.object(), PodManifests.status(now.object()));
        } else {
            now.state().placement().filter(_ -> before.get().state().waits()).ifPresent(to -> bind(before.get(), to));
            client.resource(PodManifests.status(now.object())).patchStatus();
        }
    }

    /// A pod that waited stays the same when it gets a node.
    private void bind(Told before, Placement to) {
        var state = before.state();
        if (state.gate().isPresent()) {
            client.resource(before.object()).patch(PatchContext.of(PatchType.JSON_MERGE), NO_GATES);
        }
        client.resource(PodManifests.binding(state, to)).create();
    }

    private void removeAllBut(Map<List<String>, Told> wanted) {
        if (!isKnown) {
            // What somebody left there who was here before.
            client.pods().inAnyNamespace().withLabel(PodManifests.OURS).list().getItems().stream()
                    .filter(pod -> !wanted.containsKey(PodManifests.key(pod)))
                    .forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
            isKnown = true;
        }
        for (var gone : pods.entrySet().stream()
                .filter(pod -> Optional.ofNullable(wanted.get(pod.getKey()))
                        .filter(pod.getValue()::isSamePod)
                        .isEmpty())
                .toList()) {
            if (done(() -> remove(gone.getValue(), wanted.values()))) {
                pods.remove(gone.getKey());
            }
        }
    }

    private void remove(Told gone, Collection<Told> wanted) {
        client.resource(gone.object()).withGracePeriod(0).delete();
        var isLast = wanted.stream()
                .noneMatch(other ->
                        other.state().pod().workload().equals(gone.state().pod().workload()));
        if (isLast) {
            PodManifests.between(gone.state())
                    .ifPresent(above -> client.resource(above).delete());
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
