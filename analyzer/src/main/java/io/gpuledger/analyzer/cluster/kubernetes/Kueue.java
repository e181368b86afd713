package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The facts of Kueue's queues, and of what waits in them, by https://kueue.sigs.k8s.io/docs/reference/kueue.v1beta2/
/// and the version before that: its types are none of the client's.
final class Kueue {
    private static final String GROUP = "kueue.x-k8s.io";
    /// The newer one first, which the older one will go before.
    private static final List<String> VERSIONS = List.of("v1beta2", "v1beta1");

    /// The conditions of a workload that say why, and so are kept with that.
    private static final Set<String> EXPLAINED = Set.of("QuotaReserved", "Admitted", "Evicted", "Preempted");

    private Kueue() {}

    static List<ResourceDefinitionContext> contexts(String kind, boolean namespaced) {
        return VERSIONS.stream()
                .map(version -> context(version, kind, namespaced))
                .toList();
    }

    private static ResourceDefinitionContext context(String version, String kind, boolean namespaced) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(GROUP)
                .withVersion(version)
                .withKind(kind)
                .withPlural(kind.toLowerCase(Locale.ROOT) + "s")
                .withNamespaced(namespaced)
                .build();
    }

    static Optional<ObservedObject> clusterQueue(GenericKubernetesResource queue, String cluster) {
        var draft = conditions(queue, new Draft())
                .put(Attribute.COHORT, text(queue, "spec", "cohort"))
                .put(Attribute.COHORT, text(queue, "spec", "cohortName"));
        for (var group : list(queue, "spec", "resourceGroups")) {
            for (var flavor : list(group, "flavors")) {
                amounts(Attribute.HARD, flavor, "nominalQuota", draft);
                gpus(Attribute.BORROWING_LIMIT, flavor, "borrowingLimit", draft);
                gpus(Attribute.LENDING_LIMIT, flavor, "lendingLimit", draft);
            }
        }
        for (var flavor : list(queue, "status", "flavorsUsage")) {
            amounts(Attribute.USED, flavor, "total", draft);
        }
        for (var flavor : list(queue, "status", "flavorsReservation")) {
            gpus(Attribute.RESERVED, flavor, "total", draft);
        }
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.CLUSTER_QUEUE, CommonFacts.name(queue))));
    }

    static Optional<ObservedObject> localQueue(GenericKubernetesResource queue, String cluster) {
        var draft = conditions(queue, new Draft()).put(Attribute.QUEUE, text(queue, "spec", "clusterQueue"));
        return Optional.of(draft.of(
                ObjectId.named(cluster, Kind.LOCAL_QUEUE, CommonFacts.namespace(queue), CommonFacts.name(queue))));
    }

    static Optional<ObservedObject> workload(GenericKubernetesResource workload, String cluster) {
        var draft = conditions(workload, new Draft())
                .put(Attribute.QUEUE, text(workload, "spec", "queueName"))
                .put(Attribute.PRIORITY, text(workload, "spec", "priority"))
                .put(Attribute.PRIORITY_CLASS, text(workload, "spec", "priorityClassName"))
                .put(Attribute.PRIORITY_CLASS, text(workload, "spec", "priorityClassRef", "name"))
                .moment(Attribute.CREATED, workload.getMetadata().getCreationTimestamp());
        CommonFacts.owner(CommonFacts.owner(workload), draft);
        var sets = list(workload, "spec", "podSets");
        sets.forEach(set -> draft.put(Attribute.PODS + set.get("name"), set.get("count")));
        if (QueuedPods.put(sets, draft)) {
            draft.put(Attribute.ACTIVE, text(workload, "spec", "active").equals("false") ? "false" : "");
            whys(workload, draft);
        }
        for (var set : list(workload, "status", "admission", "podSetAssignments")) {
            given(set, draft);
        }
        return Optional.of(draft.of(
                ObjectId.named(cluster, Kind.WORKLOAD, CommonFacts.namespace(workload), CommonFacts.name(workload))));
    }

    private static void given(Map<?, ?> set, Draft draft) {
        if (set.get("resourceUsage") instanceof Map<?, ?> amounts && set.get("flavors") instanceof Map<?, ?> flavors) {
            amounts.forEach((resource, amount) -> quantity(amount)
                    .ifPresent(text -> draft.put(
                            Attribute.USED + set.get("name") + "/" + flavors.get(resource) + "/" + resource, text)));
        }
    }

    private static Draft conditions(GenericKubernetesResource object, Draft draft) {
        for (var condition : list(object, "status", "conditions")) {
            var attribute = Attribute.CONDITION + condition.get("type");
            draft.put(attribute, String.valueOf(condition.get("status")).toLowerCase(Locale.ROOT))
                    .since(attribute, Objects.toString(condition.get("lastTransitionTime"), ""));
        }
        return draft;
    }

    private static void whys(GenericKubernetesResource workload, Draft draft) {
        for (var condition : list(workload, "status", "conditions")) {
            if (condition.get("type") instanceof String type && EXPLAINED.contains(type)) {
                draft.put(Attribute.REASON + type, CommonFacts.words(condition.get("reason")))
                        .put(Attribute.MESSAGE + type, CommonFacts.words(condition.get("message")));
            }
        }
    }

    private static void amounts(String prefix, Map<?, ?> flavor, String amount, Draft draft) {
        amounts(prefix, flavor, amount, _ -> true, draft);
    }

    private static void gpus(String prefix, Map<?, ?> flavor, String amount, Draft draft) {
        amounts(prefix, flavor, amount, Resource::isGpu, draft);
    }

    private static void amounts(
            String prefix, Map<?, ?> flavor, String amount, Predicate<String> isWanted, Draft draft) {
        for (var resource : list(flavor, "resources")) {
            var name = String.valueOf(resource.get("name"));
            if (isWanted.test(name)) {
                quantity(resource.get(amount))
                        .ifPresent(text -> draft.put(prefix + flavor.get("name") + "/" + name, text));
            }
        }
    }

    static Optional<String> quantity(@Nullable Object value) {
        try {
            return Optional.ofNullable(value).map(one -> CommonFacts.amount(Quantity.parse(one.toString())));
        } catch (IllegalArgumentException | ArithmeticException _) {
            return Optional.empty();
        }
    }

    private static String text(GenericKubernetesResource object, Object... path) {
        return Objects.toString(object.get(path), "");
    }

    private static List<Map<?, ?>> list(GenericKubernetesResource object, Object... path) {
        return maps(object.get(path));
    }

    static List<Map<?, ?>> list(Map<?, ?> object, String name) {
        return maps(object.get(name));
    }

    private static List<Map<?, ?>> maps(@Nullable Object value) {
        return value instanceof List<?> all
                ? all.stream().<Map<?, ?>>flatMap(Kueue::map).toList()
                : List.of();
    }

    private static Stream<Map<?, ?>> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? Stream.of(map) : Stream.empty();
    }
}
