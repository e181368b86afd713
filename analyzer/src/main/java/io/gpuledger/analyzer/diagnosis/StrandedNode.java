package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.FabricLabels;
import io.gpuledger.analyzer.stranded.Candidates;
import io.gpuledger.analyzer.stranded.Cause;
import io.gpuledger.analyzer.stranded.SpareUnits;
import io.gpuledger.analyzer.stranded.Stranding;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/// The units of one kind of a node that nobody holds, and what they are good for: to the pods that are expected, and to
/// those that wait.
///
/// @param sku the product of its GPUs, where that is known
/// @param part how much of a GPU each of the units is: a MIG device or a replica is a part of one
/// @param expected who is expected; the other two are judged by that, and by who waits
/// @param byWaiting empty where no pod waits
public record StrandedNode(
        String cluster,
        Optional<String> sku,
        SpareUnits units,
        double part,
        Candidates expected,
        Stranding byExpected,
        Optional<Stranding> byWaiting) {
    private static final Set<Cause> OF_HOST =
            Set.of(Cause.ADMISSION, Cause.MIG_RECONFIGURATION, Cause.HOST_CPU, Cause.HOST_MEMORY, Cause.HOST_OTHER);

    private static final Set<Cause> OF_RULES =
            Set.of(Cause.SKU_MISMATCH, Cause.TAINT_MISMATCH, Cause.QUOTA_BLOCKED, Cause.TOPOLOGY);

    /// Judges the units by who is expected, and by who waits where any do.
    public static StrandedNode of(
            String cluster, Optional<String> sku, SpareUnits units, Candidates expected, Optional<Candidates> waiting) {
        return new StrandedNode(
                cluster,
                sku,
                units,
                GpuPart.of(units.resource(), units.place().state()),
                expected,
                Stranding.of(units, expected),
                waiting.map(who -> Stranding.of(units, who)));
    }

    /// Returns how many GPUs some of the units are.
    public double gpus(int some) {
        return some * part;
    }

    /// Says whether the units are whole GPUs.
    public boolean areWhole() {
        return gpus(1) == 1;
    }

    /// Returns how many pods of so many units could be put there now, with as many cores and as much memory for each as
    /// the most modest pod that is expected. Nobody asks for several MIG devices, nor for replicas by their number.
    public int slots(int size) {
        var isOfNobody = byExpected.units().keySet().stream().anyMatch(OF_RULES::contains);
        var isAsked = areWhole() || (units.areInstances() && size == 1);
        if (!isAsked || isOfNobody) {
            return 0;
        }
        var lacking = byExpected.units().entrySet().stream()
                .filter(one -> OF_HOST.contains(one.getKey()))
                .mapToInt(one -> one.getValue())
                .sum();
        return (units.count() - lacking) / size;
    }

    /// Returns in which networks and racks the node says that it is, by the labels that say so.
    public SortedMap<String, String> fabrics() {
        return FabricLabels.of(units.place().state().labels());
    }

    /// Says why some are of no use to anybody who is expected, in a sentence with the numbers.
    public String evidence(Cause cause) {
        return StrandedWords.of(cause, units, expected.could(units));
    }
}
