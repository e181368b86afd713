package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The facts of Kueue's queues, and of what waits in them, by https://kueue.sigs.k8s.io/docs/reference/kueue.v1beta2/
/// and the version before that: its types are none of the client's.
final class Kueue {
    /// The conditions of a workload that say why, and so are kept with that.
    private static final Set<String> EXPLAINED = Set.of("QuotaReserved", "Admitted", "Evicted", "Preempted");

    private static final Set<String> QUEUES_EXPLAINED = Set.of("Active");

    private Kueue() {}

    static Optional<ObservedObject> cohort(GenericKubernetesResource cohort, String cluster) {
        var draft = new Draft().put(Attribute.PARENT, Fields.text(cohort, "spec", "parentName"));
        quotas(cohort, draft);
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.COHORT, CommonFacts.name(cohort))));
    }

    static Optional<ObservedObject> clusterQueue(GenericKubernetesResource queue, String cluster) {
        var draft = Fields.whys(queue, QUEUES_EXPLAINED, Fields.conditions(queue, new Draft()))
                .put(Attribute.COHORT, Fields.text(queue, "spec", "cohort"))
                .put(Attribute.COHORT, Fields.text(queue, "spec", "cohortName"));
        quotas(queue, draft);
        for (var flavor : Fields.list(queue, "status", "flavorsUsage")) {
            amounts(Attribute.USED, flavor, "total", draft);
        }
        for (var flavor : Fields.list(queue, "status", "flavorsReservation")) {
            gpus(Attribute.RESERVED, flavor, "total", draft);
        }
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.CLUSTER_QUEUE, CommonFacts.name(queue))));
    }

    private static void quotas(GenericKubernetesResource whose, Draft draft) {
        for (var group : Fields.list(whose, "spec", "resourceGroups")) {
            for (var flavor : Fields.list(group, "flavors")) {
                amounts(Attribute.HARD, flavor, "nominalQuota", draft);
                gpus(Attribute.BORROWING_LIMIT, flavor, "borrowingLimit", draft);
                gpus(Attribute.LENDING_LIMIT, flavor, "lendingLimit", draft);
            }
        }
    }

    static Optional<ObservedObject> localQueue(GenericKubernetesResource queue, String cluster) {
        var draft = Fields.whys(queue, QUEUES_EXPLAINED, Fields.conditions(queue, new Draft()))
                .put(Attribute.QUEUE, Fields.text(queue, "spec", "clusterQueue"));
        return Optional.of(draft.of(
                ObjectId.named(cluster, Kind.LOCAL_QUEUE, CommonFacts.namespace(queue), CommonFacts.name(queue))));
    }

    static Optional<ObservedObject> workload(GenericKubernetesResource workload, String cluster) {
        var draft = Fields.conditions(workload, new Draft())
                .put(Attribute.QUEUE, Fields.text(workload, "spec", "queueName"))
                .put(Attribute.PRIORITY, Fields.text(workload, "spec", "priority"))
                .put(Attribute.PRIORITY_CLASS, Fields.text(workload, "spec", "priorityClassName"))
                .put(Attribute.PRIORITY_CLASS, Fields.text(workload, "spec", "priorityClassRef", "name"))
                .moment(Attribute.CREATED, workload.getMetadata().getCreationTimestamp());
        CommonFacts.owner(CommonFacts.owner(workload), draft);
        var sets = Fields.list(workload, "spec", "podSets");
        sets.forEach(set -> draft.put(Attribute.PODS + set.get("name"), set.get("count")));
        if (QueuedPods.put(sets, draft)) {
            draft.put(Attribute.ACTIVE, Fields.text(workload, "spec", "active").equals("false") ? "false" : "");
            Fields.whys(workload, EXPLAINED, draft);
            checks(workload, draft);
        }
        for (var set : Fields.list(workload, "status", "admission", "podSetAssignments")) {
            given(set, draft);
        }
        return Optional.of(draft.of(
                ObjectId.named(cluster, Kind.WORKLOAD, CommonFacts.namespace(workload), CommonFacts.name(workload))));
    }

    /// How the admission checks stand that come after the quota.
    private static void checks(GenericKubernetesResource workload, Draft draft) {
        for (var check : Fields.list(workload, "status", "admissionChecks")) {
            if (check.get("name") instanceof String name) {
                draft.put(Attribute.CHECK + name, check.get("state"))
                        .put(Attribute.MESSAGE + Attribute.CHECK + name, CommonFacts.words(check.get("message")));
            }
        }
    }

    private static void given(Map<?, ?> set, Draft draft) {
        if (set.get("resourceUsage") instanceof Map<?, ?> amounts && set.get("flavors") instanceof Map<?, ?> flavors) {
            amounts.forEach((resource, amount) -> Fields.quantity(amount)
                    .ifPresent(text -> draft.put(
                            Attribute.USED + set.get("name") + "/" + flavors.get(resource) + "/" + resource, text)));
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
        for (var resource : Fields.list(flavor, "resources")) {
            var name = String.valueOf(resource.get("name"));
            if (isWanted.test(name)) {
                Fields.quantity(resource.get(amount))
                        .ifPresent(text -> draft.put(prefix + flavor.get("name") + "/" + name, text));
            }
        }
    }
}
