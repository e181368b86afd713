package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Optional;

/// The facts of what is small.
final class OtherFacts {
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

    static Optional<ObservedObject> priorityClass(PriorityClass priorityClass, String cluster) {
        var draft = new Draft().put(Attribute.VALUE, priorityClass.getValue());
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.PRIORITY_CLASS, CommonFacts.name(priorityClass))));
    }
}
