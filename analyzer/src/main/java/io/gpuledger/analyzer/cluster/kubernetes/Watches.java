package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.kubernetes.Watch.Manner;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// The kinds that are watched.
final class Watches {
    private final KubernetesClient client;
    private final String cluster;
    private final Annotations kept;
    private final ChangeQueue changes;
    private final InstantSource clock;
    private final OtherPods otherPods;
    private final List<Watch<?>> all = new ArrayList<>();
    /// The UIDs of the pods that ask for GPUs and are on no node.
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();

    private Watches(
            KubernetesClient client,
            String cluster,
            Annotations kept,
            ChangeQueue changes,
            OtherPods otherPods,
            InstantSource clock) {
        this.client = client;
        this.cluster = cluster;
        this.kept = kept;
        this.changes = changes;
        this.otherPods = otherPods;
        this.clock = clock;
    }

    static List<Watch<?>> of(
            KubernetesClient client,
            String cluster,
            Annotations kept,
            ChangeQueue changes,
            OtherPods otherPods,
            InstantSource clock) {
        var watches = new Watches(client, cluster, kept, changes, otherPods, clock);
        watches.core();
        OptionalKind.ALL.forEach(watches::optional);
        return List.copyOf(watches.all);
    }

    private void core() {
        add(Kind.NODE, "nodes", client.nodes(), Node::new, this::node);
        add(Kind.POD, "pods", client.pods().inAnyNamespace(), Pod::new, this::pod);
        add(
                Kind.NAMESPACE,
                "namespaces",
                client.namespaces(),
                Namespace::new,
                (namespace, in) -> OtherFacts.namespace(namespace, in, kept));
        add(
                Kind.RESOURCE_QUOTA,
                "resourcequotas",
                client.resourceQuotas().inAnyNamespace(),
                ResourceQuota::new,
                OtherFacts::quota);
        add(
                Kind.LIMIT_RANGE,
                "limitranges",
                client.limitRanges().inAnyNamespace(),
                LimitRange::new,
                OtherFacts::limitRange);
        add(
                Kind.POD_DISRUPTION_BUDGET,
                "poddisruptionbudgets of policy",
                client.policy().v1().podDisruptionBudget().inAnyNamespace(),
                PodDisruptionBudget::new,
                OtherFacts::disruptionBudget);
        add(
                Kind.PRIORITY_CLASS,
                "priorityclasses of scheduling.k8s.io",
                client.scheduling().v1().priorityClasses(),
                PriorityClass::new,
                OtherFacts::priorityClass);
        add(
                Kind.SCALE_UP,
                "events",
                client.v1().events().inAnyNamespace().withFields(ScaleUps.SELECTED),
                Event::new,
                this::scaleUp);
    }

    private Optional<ObservedObject> node(Node node, String in) {
        otherPods.seen(node);
        return NodeFacts.observed(node, in);
    }

    private Optional<ObservedObject> pod(Pod pod, String in) {
        otherPods.seen(pod);
        SoftwarePods.observed(pod, in).ifPresent(software -> changes.changed(software, clock.millis()));
        var observed = PodFacts.observed(pod, in, kept);
        var uid = pod.getMetadata().getUid();
        if (observed.isPresent() && pod.getSpec().getNodeName() == null) {
            waiting.add(uid);
        } else {
            waiting.remove(uid);
        }
        return observed;
    }

    /// The autoscaler speaks of all pods, and only those that ask for GPUs and wait are asked about. Which these are is
    /// not known before all pods are.
    private Optional<ObservedObject> scaleUp(Event event, String in) {
        var uid = Optional.ofNullable(event.getInvolvedObject().getUid()).orElse("");
        return pods().filter(Watch::isWatching).isPresent() && !waiting.contains(uid)
                ? Optional.empty()
                : ScaleUps.observed(event, in);
    }

    private Optional<Watch<?>> pods() {
        return all.stream().filter(watch -> watch.kind() == Kind.POD).findFirst();
    }

    private void optional(OptionalKind optional) {
        var versions = optional.contexts().stream()
                .<FilterWatchListDeletable<GenericKubernetesResource, ?, ?>>map(this::all)
                .toList();
        all.add(new Watch<>(
                new Manner<>(
                        optional.kind(),
                        optional.resource(),
                        versions,
                        true,
                        GenericKubernetesResource::new,
                        object -> optional.observed().apply(object, cluster),
                        _ -> {}),
                cluster,
                changes,
                clock));
    }

    private FilterWatchListDeletable<GenericKubernetesResource, ?, ?> all(ResourceDefinitionContext context) {
        var resources = client.genericKubernetesResources(context);
        return context.isNamespaceScoped() ? resources.inAnyNamespace() : resources;
    }

    private <T extends HasMetadata> void add(
            Kind kind,
            String resource,
            FilterWatchListDeletable<T, ?, ?> objects,
            Supplier<T> maker,
            BiFunction<T, String, Optional<ObservedObject>> observed) {
        var manner = new Manner<T>(
                kind, resource, List.of(objects), false, maker, object -> observed.apply(object, cluster), this::gone);
        all.add(new Watch<>(manner, cluster, changes, clock));
    }

    private void gone(ObjectId object) {
        otherPods.gone(object);
        if (object.kind() == Kind.POD) {
            waiting.remove(object.uid());
            changes.gone(ObjectId.gpuSoftware(object), clock.millis());
        }
    }
}
