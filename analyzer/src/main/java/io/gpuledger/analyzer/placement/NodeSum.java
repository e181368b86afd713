package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.failures.Rate;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts;
import io.gpuledger.analyzer.interruption.Tally;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The hours of nodes of a class, and what they have cost:
///
///     class              = by how many workloads held GPUs of the node in the hour
///     stranded per 1,000 = 1,000 * stranded / held
///     failure rate       = 1,000 * failures / (hours of nodes / 24)
///     lost               = unhealthy + work
///     unhealthy          = what the books have as such on nodes that failed, in the hours of the failure
///     work               = sum over pods that a failure took of GPUs * (at - max(began to run, saved))
///     lost per 1,000     = 1,000 * lost / held
///
/// A failure belongs to the class of its node in the hour in which it began. One whose node is not in the books then
/// has hit nobody there, and belongs to `none`. What is unhealthy comes after a failure, and work that is lost was
/// done before it, so that nothing counts twice.
///
/// @param nodes their hours, and what the books have of these
/// @param workloads that failures hit, each once for each failure
/// @param pods the same of pods
/// @param unhealthy milliseconds of GPUs
/// @param work milliseconds of GPUs
public record NodeSum(
        Crowd crowd, NodeHours nodes, long failures, long workloads, long pods, long unhealthy, long work) {
    /// Returns the sum of each class, with those that have nothing.
    static List<NodeSum> of(Span window, List<NodeHours> nodes, List<Damage> damages) {
        return Arrays.stream(Crowd.values())
                .map(crowd -> of(
                        window,
                        crowd,
                        nodes.stream()
                                .filter(hours -> Crowd.of(hours.workloads()) == crowd)
                                .reduce(NodeHours.NONE, NodeHours::plus),
                        damages.stream()
                                .filter(damage -> Crowd.of(damage.neighbours()) == crowd)
                                .toList()))
                .toList();
    }

    private static NodeSum of(Span window, Crowd crowd, NodeHours nodes, List<Damage> damages) {
        var broken =
                damages.stream().flatMap(damage -> damage.broken().stream()).toList();
        return new NodeSum(
                crowd,
                nodes,
                damages.size(),
                damages.stream().mapToLong(Damage::workloads).sum(),
                damages.stream()
                        .mapToLong(damage -> damage.failure().pods().size())
                        .sum(),
                damages.stream().mapToLong(Damage::unhealthy).sum(),
                total(window, broken).lostMillis());
    }

    /// Sums up runs as interruptions are everywhere.
    static Tally.Sum total(Span window, List<Run> broken) {
        var tally = new Tally(window);
        var starts = new Starts();
        broken.forEach(run -> tally.add(run, Optional.empty(), starts));
        return tally.total();
    }

    public Rate rate() {
        return new Rate(failures, nodes.hours() * Hour.MILLIS);
    }

    public long lost() {
        return unhealthy + work;
    }

    /// Returns GPU-hours that were stranded for 1,000 that somebody held; nothing where nobody held any.
    public Optional<Double> strandedPer1000() {
        return per1000(nodes.stranded(), nodes.held());
    }

    /// Returns GPU-hours that were lost for 1,000 that somebody held; nothing where nobody held any.
    public Optional<Double> lostPer1000() {
        return per1000(lost(), nodes.held());
    }

    static Optional<Double> per1000(long some, long all) {
        return all == 0 ? Optional.empty() : Optional.of(1_000.0 * (double) some / (double) all);
    }
}
