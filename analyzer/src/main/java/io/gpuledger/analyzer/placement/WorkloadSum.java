package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.interruption.Tally;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Workloads of several pods that lay packed, or spread, and what interruptions cost them:
///
///     class                   = by the nodes that it was on in the hour, and the fewest that hold as many GPUs
///     nodes in the middle     = in half of its hours a workload was on no more nodes
///     interruptions per 1,000 = 1,000 * interruptions of pods / GPU-hours held
///     lost per 1,000          = 1,000 * GPU-hours of work that was lost with them / GPU-hours held
///     activity                = used / held
///
/// @param workloads how many were of the class in any hour; one may be of both
/// @param nodes in the middle; nothing where there is no workload
/// @param held milliseconds of GPUs
/// @param used what of these was used
/// @param interruptions of pods, and the work that was lost with them
public record WorkloadSum(
        Layout layout, long workloads, Optional<Integer> nodes, long held, long used, Tally.Sum interruptions) {
    /// Returns the sum of each class, with those that have nothing.
    static List<WorkloadSum> of(Span window, List<WorkloadHours> workloads, List<Loss> losses) {
        return Arrays.stream(Layout.values())
                .map(layout -> of(
                        layout,
                        workloads.stream()
                                .filter(hours -> hours.layout() == layout)
                                .toList(),
                        NodeSum.total(
                                window,
                                losses.stream()
                                        .filter(loss -> loss.layout() == layout)
                                        .map(Loss::run)
                                        .toList())))
                .toList();
    }

    private static WorkloadSum of(Layout layout, List<WorkloadHours> workloads, Tally.Sum interruptions) {
        return new WorkloadSum(
                layout,
                workloads.stream().mapToInt(WorkloadHours::workload).distinct().count(),
                middle(workloads),
                workloads.stream().mapToLong(WorkloadHours::held).sum(),
                workloads.stream().mapToLong(WorkloadHours::used).sum(),
                interruptions);
    }

    private static Optional<Integer> middle(List<WorkloadHours> workloads) {
        var hours = new TreeMap<Integer, Long>();
        workloads.forEach(one -> hours.merge(one.nodes(), one.hours(), Long::sum));
        var all = hours.values().stream().mapToLong(Long::longValue).sum();
        var passed = 0L;
        for (var entry : hours.entrySet()) {
            passed += entry.getValue();
            if (2 * passed >= all) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }

    public Optional<Double> interruptionsPer1000() {
        return NodeSum.per1000(interruptions.interruptions() * Hour.MILLIS, held);
    }

    public Optional<Double> lostPer1000() {
        return NodeSum.per1000(interruptions.lostMillis(), held);
    }

    /// Returns which part of what they held they used; nothing where they held nothing.
    public Optional<Double> activity() {
        return held == 0 ? Optional.empty() : Optional.of((double) used / (double) held);
    }
}
