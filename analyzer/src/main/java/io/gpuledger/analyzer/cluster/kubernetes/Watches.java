package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.kubernetes.Watch.Manner;
import io.gpuledger.analyzer.telemetry.Kind;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        watches.kueue();
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
                Kind.PRIORITY_CLASS,
                "priorityclasses of scheduling.k8s.io",
                client.scheduling().v1().priorityClasses(),
                PriorityClass::new,
                OtherFacts::priorityClass);
    }

    private Optional<ObservedObject> node(Node node, String in) {
        otherPods.seen(node);
        return NodeFacts.observed(node, in);
    }

    private Optional<ObservedObject> pod(Pod pod, String in) {
        otherPods.seen(pod);
        return PodFacts.observed(pod, in, kept);
    }

    private void kueue() {
        kueue(Kind.CLUSTER_QUEUE, "ClusterQueue", Kueue::clusterQueue);
        kueue(Kind.LOCAL_QUEUE, "LocalQueue", Kueue::localQueue);
        kueue(Kind.WORKLOAD, "Workload", Kueue::workload);
    }

    private void kueue(
            Kind kind, String name, BiFunction<GenericKubernetesResource, String, Optional<ObservedObject>> observed) {
        var contexts = Kueue.contexts(name, kind != Kind.CLUSTER_QUEUE);
        var versions = contexts.stream()
                .<FilterWatchListDeletable<GenericKubernetesResource, ?, ?>>map(this::all)
                .toList();
        all.add(new Watch<>(
                new Manner<>(
                        kind,
                        contexts.getFirst().getPlural() + " of kueue.x-k8s.io",
                        versions,
                        true,
                        GenericKubernetesResource::new,
                        object -> observed.apply(object, cluster),
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
                kind,
                resource,
                List.of(objects),
                false,
                maker,
                object -> observed.apply(object, cluster),
                otherPods::gone);
        all.add(new Watch<>(manner, cluster, changes, clock));
    }
}
