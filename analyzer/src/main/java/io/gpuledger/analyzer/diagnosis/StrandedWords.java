package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.stranded.Cause;
import io.gpuledger.analyzer.stranded.ExpectedPod;
import io.gpuledger.analyzer.stranded.SpareUnits;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Says in a sentence why units of a node are of no use to any pod that is expected, with the numbers from which that
/// follows.
final class StrandedWords {
    private static final Set<String> OF_EVERY_NODE = Set.of(Resource.CPU, Resource.MEMORY);
    private static final int NAMED_MAX = 3;

    private StrandedWords() {}

    /// @param pods those who could come to the node
    static String of(Cause cause, SpareUnits units, List<ExpectedPod> pods) {
        return switch (cause) {
            case ADMISSION -> "The node has rejected the last pods that came to it for GPUs: UnexpectedAdmissionError.";
            case MIG_RECONFIGURATION ->
                "%s not offered: the node is being cut anew, or that has failed."
                        .formatted(Amount.of(units.notOffered(), "MIG device is", "MIG devices are"));
            case HOST_CPU -> ofHost(Resource.CPU, units, pods);
            case HOST_MEMORY -> ofHost(Resource.MEMORY, units, pods);
            case HOST_OTHER ->
                others(units, pods).stream()
                        .map(resource -> ofHost(resource, units, pods))
                        .findFirst()
                        .orElseGet(cause::meaning);
            case MIG_REMAINDER -> "No pod that is expected asks for %s.".formatted(units.resource());
            case FRAGMENTED ->
                "%s, and the pods that are expected want %s at once.".formatted(free(units), sizes(units, pods));
            case TAINT_MISMATCH ->
                "%s, and no pod that is expected tolerates %s."
                        .formatted(
                                free(units),
                                units.place().state().taints().stream()
                                        .map(taint ->
                                                taint.key() + (taint.value().isEmpty() ? "" : "=" + taint.value()))
                                        .limit(NAMED_MAX)
                                        .collect(Collectors.joining(", ")));
            case SKU_MISMATCH ->
                "%s, and no pod that is expected wants this kind of GPU or machine.".formatted(free(units));
            case QUOTA_BLOCKED, TOPOLOGY -> "%s. %s".formatted(free(units), cause.meaning());
        };
    }

    private static String free(SpareUnits units) {
        return "%s free".formatted(Amount.of(units.count(), "of the node's units is", "of the node's units are"));
    }

    private static String ofHost(String resource, SpareUnits units, List<ExpectedPod> pods) {
        var place = units.place();
        var most = pods.stream()
                .min(Comparator.comparingDouble(pod -> (double) need(pod, resource) / pod.wants(units.resource())))
                .map(pod -> " The most modest pod that is expected wants %s for %s."
                        .formatted(
                                Amount.of(resource, need(pod, resource)),
                                Amount.of(pod.wants(units.resource()), "unit", "units")))
                .orElse("");
        return "%s, and %s of %s are left.%s"
                .formatted(
                        free(units),
                        Amount.of(resource, Math.max(0, place.free(resource))),
                        Amount.of(resource, place.allocatable(resource)),
                        most);
    }

    private static long need(ExpectedPod pod, String resource) {
        return resource.equals(Resource.PODS) ? 1 : pod.wants(resource);
    }

    /// Returns the other resources of which none of these pods would find enough, as far as any is.
    private static List<String> others(SpareUnits units, List<ExpectedPod> pods) {
        var all = new TreeSet<String>();
        pods.forEach(pod -> all.addAll(pod.ask().requests().keySet()));
        all.add(Resource.PODS);
        all.removeIf(resource -> OF_EVERY_NODE.contains(resource) || Resource.isGpu(resource));
        return all.stream().filter(isShort(units.place(), pods, units)).toList();
    }

    private static Predicate<String> isShort(Place place, List<ExpectedPod> pods, SpareUnits units) {
        return resource -> pods.stream()
                .allMatch(pod -> (double) Math.max(0, place.free(resource))
                                / Math.max(1, need(pod, resource))
                                * pod.wants(units.resource())
                        < units.count());
    }

    private static String sizes(SpareUnits units, List<ExpectedPod> pods) {
        var sizes = pods.stream()
                .map(pod -> pod.wants(units.resource()))
                .distinct()
                .sorted()
                .limit(NAMED_MAX + 1L)
                .map(String::valueOf)
                .toList();
        return String.join(" or ", sizes);
    }
}
