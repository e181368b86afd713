package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// How many of a node's units that nobody holds are of no use to anybody, by cause. Each cause leaves some of what the
/// causes before it have left, so that causes and free units add up to all:
///
///     left                          = the units that nobody holds
///     admission:           left     = 0 where the node rejects pods
///     mig_reconfiguration: left     = at most as many as it offers
///     host_cpu:            left     = at most max over p of floor(free cores * units of p / cores of p)
///     host_memory:         left     = the same of memory
///     host_other:          left     = the same of each other resource
///     mig_remainder:       left     = 0 where nobody asks for such MIG devices
///     fragmented:          left     = at most as many as whole pods p fill together ([Packing])
///     sku_mismatch, taint_mismatch, quota_blocked, topology:
///                          left     = 0 where this keeps all pods away
///     free                          = left
///
/// `p` are the pods that could come to the node ([Candidates]): where all are kept away, those who are kept away last.
///
/// @param units by cause, none of which is without units
public record Stranding(Map<Cause, Integer> units, int free) {
    public Stranding {
        var copy = new EnumMap<Cause, Integer>(Cause.class);
        copy.putAll(units);
        units = Collections.unmodifiableMap(copy);
    }

    private static final List<String> OF_EVERY_NODE = List.of(Resource.CPU, Resource.MEMORY, Resource.PODS);

    /// Judges units by a lens.
    public static Stranding of(SpareUnits units, Candidates candidates) {
        var found = candidates.of(units);
        var tally = new Tally(units.count());
        if (units.isRejecting()) {
            tally.leave(Cause.ADMISSION, 0);
        }
        tally.leave(Cause.MIG_RECONFIGURATION, units.count() - units.notOffered());
        if (!found.pods().isEmpty()) {
            for (var resource : resources(found.pods(), units)) {
                tally.leave(cause(resource), most(resource, found.pods(), units));
            }
            found.against().filter(Cause.MIG_REMAINDER::equals).ifPresent(cause -> tally.leave(cause, 0));
            tally.leave(Cause.FRAGMENTED, packed(tally.left, found.pods(), units));
        }
        found.against().ifPresent(cause -> tally.leave(cause, 0));
        return new Stranding(tally.units, tally.left);
    }

    private static final class Tally {
        private final Map<Cause, Integer> units = new EnumMap<>(Cause.class);
        private int left;

        Tally(int left) {
            this.left = left;
        }

        void leave(Cause cause, int most) {
            if (most < left) {
                units.merge(cause, left - Math.max(0, most), Integer::sum);
                left = Math.max(0, most);
            }
        }
    }

    /// Returns what else than the units pods ask for, cores first and memory next. Every node has cores, memory and
    /// room for pods: where nobody says how much of these, it is not known to be short.
    private static List<String> resources(List<ExpectedPod> pods, SpareUnits units) {
        var told = units.place().state().allocatable().keySet();
        var others = new TreeSet<String>();
        if (told.contains(Resource.CPU)) {
            pods.forEach(pod -> others.addAll(pod.ask().requests().keySet()));
            others.removeIf(resource -> Resource.isGpu(resource) || resource.equals(units.resource()));
        }
        var all = new ArrayList<>(OF_EVERY_NODE);
        all.retainAll(told);
        others.removeAll(OF_EVERY_NODE);
        all.addAll(others);
        return all;
    }

    private static Cause cause(String resource) {
        return switch (resource) {
            case Resource.CPU -> Cause.HOST_CPU;
            case Resource.MEMORY -> Cause.HOST_MEMORY;
            default -> Cause.HOST_OTHER;
        };
    }

    private static int most(String resource, List<ExpectedPod> pods, SpareUnits units) {
        var free = Math.max(0, units.place().free(resource));
        return pods.stream()
                .mapToInt(pod -> {
                    var need = need(pod, resource);
                    return need == 0 ? units.count() : times(free, pod.wants(units.resource()), need, units.count());
                })
                .max()
                .orElse(0);
    }

    /// Returns `floor(free * wanted / need)`, and no more than there are. Products that are too large for whole numbers
    /// are of amounts that no machine has.
    private static int times(long free, long wanted, long need, int most) {
        if (free / need >= most) {
            return most;
        }
        return free > Long.MAX_VALUE / wanted
                ? (int) Math.min(most, (double) free / need * wanted)
                : (int) Math.min(most, free * wanted / need);
    }

    private static long need(ExpectedPod pod, String resource) {
        return resource.equals(Resource.PODS) ? 1 : pod.wants(resource);
    }

    private static int packed(int most, List<ExpectedPod> pods, SpareUnits units) {
        var resources = resources(pods, units);
        var kinds = pods.stream()
                .filter(pod -> pod.wants(units.resource()) <= units.count())
                .map(pod -> new Packing.Kind(
                        Math.toIntExact(pod.wants(units.resource())),
                        resources.stream().map(resource -> need(pod, resource)).toList()))
                .toList();
        return new Packing(
                        kinds,
                        resources.stream()
                                .map(resource -> free(units.place(), resource))
                                .toList())
                .most(most);
    }

    private static long free(Place place, String resource) {
        return Math.max(0, place.free(resource));
    }
}
