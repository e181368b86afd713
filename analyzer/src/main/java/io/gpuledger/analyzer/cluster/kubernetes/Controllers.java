package io.gpuledger.analyzer.cluster.kubernetes;

import static java.lang.System.Logger.Level.INFO;

import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.gpuledger.analyzer.apiserver.ApiServerFailure;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.OwnerReference;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Who stands above a pod: its controllers are asked for by name, one by one and once each. To watch all ReplicaSets of
/// a cluster for the few that have pods with GPUs would cost more than all else together.
final class Controllers {
    private static final System.Logger LOG = System.getLogger(Controllers.class.getName());
    /// At so many all are forgotten, so that those that are gone cost no memory for good.
    private static final int KNOWN_MAX = 200_000;
    private static final int WAITING_MAX = 200_000;
    /// So many kinds that are refused are named in the log. What a pod says of its owner may be anything.
    private static final int NAMED_MAX = 100;

    /// Names a controller in its namespace.
    private record Named(String namespace, OwnerReference reference) {}

    private final KubernetesClient client;
    private final String cluster;
    private final ChangeQueue changes;
    private final InstantSource clock;
    private final Set<Named> known = new HashSet<>();
    private final Set<Named> waiting = new LinkedHashSet<>();
    /// When each controller that could not be had is asked for again.
    private final Map<Named, Long> later = new LinkedHashMap<>();
    /// When each kind that the service account may not read is tried again.
    private final Map<String, Long> refused = new HashMap<>();
    private final Duration again;
    private final Duration look;

    /// @param again after how long what was not given is asked for again
    /// @param look how often is looked for that
    Controllers(
            KubernetesClient client,
            String cluster,
            ChangeQueue changes,
            InstantSource clock,
            Duration again,
            Duration look) {
        this.client = client;
        this.cluster = cluster;
        this.changes = changes;
        this.clock = clock;
        this.again = again;
        this.look = look;
    }

    /// It will be asked for, if it is new.
    synchronized void want(String namespace, OwnerReference reference) {
        if (known.size() >= KNOWN_MAX) {
            known.clear();
        }
        var one = new Named(namespace, reference);
        if (waiting.size() < WAITING_MAX && known.add(one)) {
            waiting.add(one);
            notifyAll();
        }
    }

    /// Asks for the next, and waits for one if there is none.
    void askNext() throws InterruptedException {
        var one = next();
        if (isRefused(one)) {
            return;
        }
        try {
            found(one);
            allowed(kind(one.reference()));
        } catch (KubernetesClientException e) {
            heed(one, e);
        }
    }

    private synchronized Named next() throws InterruptedException {
        recall();
        while (waiting.isEmpty()) {
            wait(later.isEmpty() ? 0 : look.toMillis());
            recall();
        }
        var first = waiting.iterator().next();
        waiting.remove(first);
        return first;
    }

    /// Queues the controllers whose time has come to be asked for again.
    private void recall() {
        var now = clock.millis();
        later.entrySet().removeIf(entry -> entry.getValue() <= now && waiting.add(entry.getKey()));
    }

    /// With one of a kind all others wait.
    private synchronized boolean isRefused(Named one) {
        var until = refused.getOrDefault(kind(one.reference()), Long.MIN_VALUE);
        if (clock.millis() >= until) {
            return false;
        }
        postpone(one, until);
        return true;
    }

    private synchronized void allowed(String kind) {
        if (refused.remove(kind) != null) {
            LOG.log(INFO, "may get {0} now, and finds out who owns them", kind);
        }
    }

    private static String kind(OwnerReference reference) {
        return reference.apiVersion() + "/" + reference.kind();
    }

    private void found(Named one) {
        var reference = one.reference();
        var object = client.genericKubernetesResources(context(reference))
                .inNamespace(one.namespace())
                .withName(reference.name())
                .get();
        if (object == null) {
            return;
        }
        var owner = CommonFacts.owner(object);
        var id = ObjectId.controller(cluster, one.namespace(), reference.kind(), reference.name());
        changes.changed(CommonFacts.owner(owner, new Draft()).of(id), clock.millis());
        owner.ifPresent(above -> want(one.namespace(), above));
    }

    private static ResourceDefinitionContext context(OwnerReference reference) {
        var slash = reference.apiVersion().indexOf('/');
        return new ResourceDefinitionContext.Builder()
                .withGroup(reference.apiVersion().substring(0, Math.max(0, slash)))
                .withVersion(reference.apiVersion().substring(slash + 1))
                .withKind(reference.kind())
                .withPlural(Pluralize.toPlural(reference.kind().toLowerCase(Locale.ROOT)))
                .withNamespaced(true)
                .build();
    }

    /// Refused is refused for all of its kind. Whatever it was, it is asked for again.
    private synchronized void heed(Named one, KubernetesClientException e) {
        var until = clock.millis() + again.toMillis();
        postpone(one, until);
        var kind = kind(one.reference());
        if (ApiServerFailure.isRefusal(e) && refused.put(kind, until) == null && refused.size() <= NAMED_MAX) {
            LOG.log(
                    INFO,
                    "may not get {0}, and takes it for the workload of the pods that it owns, whoever owns it",
                    kind);
        }
    }

    private void postpone(Named one, long until) {
        if (later.size() < WAITING_MAX) {
            later.put(one, until);
        }
    }
}
