package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.Observed.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Optional;

/// The facts of what is small.
final class Others {
    private Others() {}

    static Optional<Observed> namespace(Namespace namespace, String cluster, Annotations kept) {
        var draft = Words.annotations(namespace, kept, Words.labels(namespace, new Draft()));
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.NAMESPACE, Words.name(namespace))));
    }

    static Optional<Observed> quota(ResourceQuota quota, String cluster) {
        var draft = new Draft();
        Optional.ofNullable(quota.getStatus()).ifPresent(status -> {
            Words.amounts(Attribute.HARD, status.getHard(), draft);
            Words.amounts(Attribute.USED, status.getUsed(), draft);
        });
        return Optional.of(
                draft.of(ObjectId.named(cluster, Kind.RESOURCE_QUOTA, Words.namespace(quota), Words.name(quota))));
    }

    static Optional<Observed> priorityClass(PriorityClass priorityClass, String cluster) {
        var draft = new Draft().put(Attribute.VALUE, priorityClass.getValue());
        return Optional.of(draft.of(ObjectId.named(cluster, Kind.PRIORITY_CLASS, Words.name(priorityClass))));
    }
}
