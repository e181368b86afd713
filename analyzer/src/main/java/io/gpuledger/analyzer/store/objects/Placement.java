package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What says how pods come to be placed, and what quotas leave of it. The books ask who holds what, and not why
/// somebody waits: this makes no hour another, and is not read for any.
final class Placement {
    private static final Set<String> NAMES = Set.of(
            Attribute.SPEC,
            Attribute.UNREAD,
            Attribute.GATES,
            Attribute.NOMINATED,
            Attribute.GROUP,
            Attribute.GROUP_SIZE);
    private static final List<String> PREFIXES =
            List.of(Attribute.CONDITION, Attribute.REASON, Attribute.MESSAGE, Attribute.EXTRA, Attribute.MADE_CLAIM);

    private static final Set<Kind> KINDS = Set.of(
            Kind.COHORT,
            Kind.CLUSTER_QUEUE,
            Kind.LOCAL_QUEUE,
            Kind.GROUP_PODS,
            Kind.VOLCANO_GROUP,
            Kind.COSCHEDULING_GROUP,
            Kind.KAI_GROUP,
            Kind.VOLCANO_QUEUE,
            Kind.KAI_QUEUE,
            Kind.NODE_CLAIM,
            Kind.SCALE_UP,
            Kind.RESOURCE_CLAIM,
            Kind.DEVICE_CLASS,
            Kind.RESOURCE_SLICE,
            Kind.LIMIT_RANGE,
            Kind.POD_DISRUPTION_BUDGET,
            Kind.GPU_SOFTWARE);

    /// The same of workloads of Kueue, of which the books ask whether they are admitted, and with what.
    private static final Set<String> OF_WORKLOADS = Set.of(Attribute.ACTIVE, Attribute.QUEUE);

    private static final List<String> PREFIXES_OF_WORKLOADS =
            List.of(Attribute.REASON, Attribute.MESSAGE, Attribute.PODS, Attribute.REQUEST, Attribute.CHECK);

    private Placement() {}

    static boolean isOnly(Kind kind, String attribute) {
        return switch (kind) {
            case POD -> is(attribute);
            case WORKLOAD ->
                OF_WORKLOADS.contains(attribute)
                        || PREFIXES_OF_WORKLOADS.stream().anyMatch(attribute::startsWith);
            default -> KINDS.contains(kind);
        };
    }

    private static boolean is(String attribute) {
        return NAMES.contains(attribute) || PREFIXES.stream().anyMatch(attribute::startsWith);
    }

    /// Returns the condition, in SQL, under which an attribute of a pod is one of these.
    ///
    /// @param column of the attribute's name
    static String condition(String column) {
        return Stream.concat(
                        Stream.of("%s in (%s)"
                                .formatted(
                                        column,
                                        NAMES.stream()
                                                .sorted()
                                                .map("'%s'"::formatted)
                                                .collect(Collectors.joining(", ")))),
                        PREFIXES.stream().map(prefix -> "starts_with(%s, '%s')".formatted(column, prefix)))
                .collect(Collectors.joining(" or ", "(", ")"));
    }
}
