package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.LimitRangeItem;
import io.fabric8.kubernetes.api.model.LimitRangeSpec;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Optional;

/// The facts of what is small.
final class OtherFacts {
    private static final int SELECTOR_MAX = 64 * 1024;

    private OtherFacts() {}

    static Optional<ObservedObject> namespace(Namespace namespace, String cluster, Annotations kept) {
        var draft = CommonFacts.annotations(namespace, kept, CommonFacts.labels(namespace, new Draft()));
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.NAMESPACE, CommonFacts.name(namespace))));
    }

    static Optional<ObservedObject> quota(ResourceQuota quota, String cluster) {
        var draft = Optional.ofNullable(quota.getSpec())
                .map(spec -> new Draft().putAlso(Attribute.SCOPES, QuotaScopes.of(spec)))
                .orElseGet(Draft::new);
        Optional.ofNullable(quota.getStatus()).ifPresent(status -> {
            CommonFacts.amounts(Attribute.HARD, status.getHard(), draft);
            CommonFacts.amounts(Attribute.USED, status.getUsed(), draft);
        });
        return Optional.of(draft.of(
                ObjectId.named(cluster, Kind.RESOURCE_QUOTA, CommonFacts.namespace(quota), CommonFacts.name(quota))));
    }

    static Optional<ObservedObject> limitRange(LimitRange limitRange, String cluster) {
        var draft = new Draft();
        Optional.ofNullable(limitRange.getSpec())
                .map(LimitRangeSpec::getLimits)
                .ifPresent(limits -> limits.forEach(limit -> limits(limit, draft)));
        return Optional.of(draft.of(ObjectId.named(
                cluster, Kind.LIMIT_RANGE, CommonFacts.namespace(limitRange), CommonFacts.name(limitRange))));
    }

    private static void limits(LimitRangeItem limit, Draft draft) {
        var prefix = Attribute.RANGE + limit.getType() + ".";
        CommonFacts.amounts(prefix + "min.", limit.getMin(), draft);
        CommonFacts.amounts(prefix + "max.", limit.getMax(), draft);
        CommonFacts.amounts(prefix + "default.", limit.getDefault(), draft);
        CommonFacts.amounts(prefix + "defaultRequest.", limit.getDefaultRequest(), draft);
        CommonFacts.amounts(prefix + "maxLimitRequestRatio.", limit.getMaxLimitRequestRatio(), draft);
    }

    /// A budget whose status is of an older spec allows nothing until Kubernetes has looked at the new one.
    static Optional<ObservedObject> disruptionBudget(PodDisruptionBudget budget, String cluster) {
        var draft = new Draft();
        Optional.ofNullable(budget.getSpec())
                .ifPresent(spec ->
                        CommonFacts.json(Attribute.SELECTOR, spec.getSelector(), SELECTOR_MAX, "its selector", draft));
        draft.put(
                Attribute.DISRUPTIONS_ALLOWED,
                Optional.ofNullable(budget.getStatus())
                        .filter(status -> isOfNow(budget, status))
                        .map(PodDisruptionBudgetStatus::getDisruptionsAllowed)
                        .orElse(0));
        return Optional.of(draft.of(ObjectId.named(
                cluster, Kind.POD_DISRUPTION_BUDGET, CommonFacts.namespace(budget), CommonFacts.name(budget))));
    }

    private static boolean isOfNow(PodDisruptionBudget budget, PodDisruptionBudgetStatus status) {
        var generation = Optional.ofNullable(budget.getMetadata().getGeneration());
        var observed = Optional.ofNullable(status.getObservedGeneration());
        return observed.orElse(0L) >= generation.orElse(0L);
    }

    static Optional<ObservedObject> priorityClass(PriorityClass priorityClass, String cluster) {
        var isByDefault = Boolean.TRUE.equals(priorityClass.getGlobalDefault());
        var draft = new Draft()
                .put(Attribute.VALUE, priorityClass.getValue())
                .put(Attribute.BY_DEFAULT, isByDefault ? "true" : "");
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.PRIORITY_CLASS, CommonFacts.name(priorityClass))));
    }
}
