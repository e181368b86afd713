package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
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
    /// Of objects that the API server gives at once: all pods of a cluster are hundreds of megabytes.
    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final String cluster;
    private final Changes changes;
    private final InstantSource clock;
    private final List<Watch<?>> all = new ArrayList<>();

    private Watches(KubernetesClient client, String cluster, Changes changes, InstantSource clock) {
        this.client = client;
        this.cluster = cluster;
        this.changes = changes;
        this.clock = clock;
    }

    static List<Watch<?>> of(KubernetesClient client, String cluster, Changes changes, InstantSource clock) {
        var watches = new Watches(client, cluster, changes, clock);
        watches.core();
        watches.kueue();
        return List.copyOf(watches.all);
    }

    private void core() {
        add(Kind.NODE, "nodes", false, client.nodes().withLimit(PAGE), Node::new, Nodes::observed);
        add(Kind.POD, "pods", false, client.pods().inAnyNamespace().withLimit(PAGE), Pod::new, Pods::observed);
        add(
                Kind.NAMESPACE,
                "namespaces",
                false,
                client.namespaces().withLimit(PAGE),
                Namespace::new,
                Others::namespace);
        add(
                Kind.RESOURCE_QUOTA,
                "resourcequotas",
                false,
                client.resourceQuotas().inAnyNamespace().withLimit(PAGE),
                ResourceQuota::new,
                Others::quota);
        add(
                Kind.PRIORITY_CLASS,
                "priorityclasses of scheduling.k8s.io",
                false,
                client.scheduling().v1().priorityClasses().withLimit(PAGE),
                PriorityClass::new,
                Others::priorityClass);
    }

    private void kueue() {
        kueue(Kind.CLUSTER_QUEUE, "ClusterQueue", Kueue::clusterQueue);
        kueue(Kind.LOCAL_QUEUE, "LocalQueue", Kueue::localQueue);
        kueue(Kind.WORKLOAD, "Workload", Kueue::workload);
    }

    private void kueue(
            Kind kind, String name, BiFunction<GenericKubernetesResource, String, Optional<Observed>> observed) {
        var context = Kueue.context(name, kind != Kind.CLUSTER_QUEUE);
        var resources = client.genericKubernetesResources(context);
        var informable = kind == Kind.CLUSTER_QUEUE
                ? resources.withLimit(PAGE)
                : resources.inAnyNamespace().withLimit(PAGE);
        add(
                kind,
                context.getPlural() + " of kueue.x-k8s.io",
                true,
                informable,
                GenericKubernetesResource::new,
                observed);
    }

    private <T extends HasMetadata> void add(
            Kind kind,
            String resource,
            boolean isOptional,
            Informable<T> informable,
            Supplier<T> maker,
            BiFunction<T, String, Optional<Observed>> observed) {
        var manner = new Manner<T>(kind, resource, isOptional, object -> observed.apply(object, cluster));
        var informer = informable.runnableInformer(0).itemStore(new SlimStore<>(maker));
        all.add(new Watch<>(manner, cluster, informer, changes, clock));
    }
}
