package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/// A kind of objects that only some clusters have.
///
/// @param versions of the API that have it, the one that is rather asked first
/// @param name of the kind in Kubernetes
/// @param observed reads one of the cluster that is named
record OptionalKind(
        Kind kind,
        String group,
        List<String> versions,
        String name,
        boolean namespaced,
        BiFunction<GenericKubernetesResource, String, Optional<ObservedObject>> observed) {
    private static final String KUEUE = "kueue.x-k8s.io";
    /// The newer one first, which the older one will go before.
    private static final List<String> OF_KUEUE = List.of("v1beta2", "v1beta1");

    private static final String VOLCANO = "scheduling.volcano.sh";
    private static final String COSCHEDULING = "scheduling.x-k8s.io";
    private static final String KAI = "scheduling.run.ai";
    private static final String KARPENTER = "karpenter.sh";
    private static final String DEVICES = "resource.k8s.io";
    private static final List<String> OF_DEVICES = List.of("v1", "v1beta2", "v1beta1");

    static final List<OptionalKind> ALL = List.of(
            new OptionalKind(Kind.COHORT, KUEUE, OF_KUEUE, "Cohort", false, Kueue::cohort),
            new OptionalKind(Kind.CLUSTER_QUEUE, KUEUE, OF_KUEUE, "ClusterQueue", false, Kueue::clusterQueue),
            new OptionalKind(Kind.LOCAL_QUEUE, KUEUE, OF_KUEUE, "LocalQueue", true, Kueue::localQueue),
            new OptionalKind(Kind.WORKLOAD, KUEUE, OF_KUEUE, "Workload", true, Kueue::workload),
            new OptionalKind(Kind.VOLCANO_GROUP, VOLCANO, List.of("v1beta1"), "PodGroup", true, PodGroups::ofVolcano),
            new OptionalKind(Kind.VOLCANO_QUEUE, VOLCANO, List.of("v1beta1"), "Queue", false, GroupQueues::ofVolcano),
            new OptionalKind(
                    Kind.COSCHEDULING_GROUP,
                    COSCHEDULING,
                    List.of("v1alpha1"),
                    "PodGroup",
                    true,
                    PodGroups::ofCoscheduling),
            new OptionalKind(Kind.KAI_GROUP, KAI, List.of("v2alpha2"), "PodGroup", true, PodGroups::ofKai),
            new OptionalKind(Kind.KAI_QUEUE, KAI, List.of("v2"), "Queue", false, GroupQueues::ofKai),
            new OptionalKind(Kind.NODE_CLAIM, KARPENTER, List.of("v1"), "NodeClaim", false, NodeClaims::observed),
            new OptionalKind(Kind.RESOURCE_CLAIM, DEVICES, OF_DEVICES, "ResourceClaim", true, DeviceFacts::claim),
            new OptionalKind(Kind.DEVICE_CLASS, DEVICES, OF_DEVICES, "DeviceClass", false, DeviceFacts::deviceClass),
            new OptionalKind(Kind.RESOURCE_SLICE, DEVICES, OF_DEVICES, "ResourceSlice", false, DeviceFacts::slice));

    /// Returns how the objects are asked for, in each version.
    List<ResourceDefinitionContext> contexts() {
        return versions.stream().map(this::context).toList();
    }

    private ResourceDefinitionContext context(String version) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(name)
                .withPlural(plural())
                .withNamespaced(namespaced)
                .build();
    }

    String plural() {
        var one = name.toLowerCase(Locale.ROOT);
        return one + (one.endsWith("s") ? "es" : "s");
    }

    /// Returns its name in roles, with the group: `podgroups of scheduling.run.ai`.
    String resource() {
        return plural() + " of " + group;
    }
}
