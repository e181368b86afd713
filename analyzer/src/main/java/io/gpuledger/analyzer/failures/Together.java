package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/// Failures that came together, as they have something in common: one repair mends them all.
///
/// Several nodes fail together where at least three of a group (a rack, a switch, a job, a cluster) each fail
/// within ten minutes of the one before, and that is not by chance:
///
///     expected = failures / time of all nodes * nodes of the group * (last - first + 10 minutes)
///     chance   = P(N >= failures of the group | expected), of a Poisson distribution
///     chance * groups * (time that is asked about / 10 minutes) < 0.01
///
/// A failure has several groups. It counts for the one whose failures are the least likely by chance, which is the
/// narrowest that has them all. Several GPUs of one node are together as well.
///
/// @param kind what they have in common: `node`, `job`, `cluster`, or the name of a label of the fabric
/// @param name which one
/// @param nodes how many nodes there are of it
/// @param failures the first first
public record Together(String cluster, String kind, String name, int nodes, List<Failure> failures) {
    private static final double BY_CHANCE = 0.01;

    private record Candidate(Group group, List<Failure> failures, double chance) {
        boolean isOfSeveralNodes() {
            return failures.stream().map(Failure::node).distinct().count() >= Job.LEAST_NODES;
        }
    }

    public Together {
        failures = List.copyOf(failures);
    }

    /// Returns all that came together in a fleet, the latest first.
    ///
    /// @param failures the first first
    static List<Together> of(Span window, List<FleetNode> nodes, List<Failure> failures, List<Job> jobs) {
        var together = new ArrayList<Together>();
        var taken = new HashSet<Failure>();
        for (var candidate : candidates(window, nodes, failures, jobs)) {
            var left = candidate.failures().stream()
                    .filter(failure -> !taken.contains(failure))
                    .toList();
            var group = candidate.group();
            if (new Candidate(group, left, 0).isOfSeveralNodes()) {
                together.add(new Together(group.cluster(), group.kind(), group.name(), group.size(), left));
                taken.addAll(left);
            }
        }
        failures.stream()
                .filter(failure -> !taken.contains(failure) && failure.gpus().size() > 1)
                .forEach(failure -> together.add(new Together(
                        failure.node().cluster(), "node", failure.node().node(), 1, List.of(failure))));
        together.sort(Comparator.comparingLong(
                        (Together one) -> one.failures().getFirst().at())
                .reversed()
                .thenComparing(Together::name));
        return List.copyOf(together);
    }

    private static List<Candidate> candidates(
            Span window, List<FleetNode> nodes, List<Failure> failures, List<Job> jobs) {
        var groups = Group.of(nodes, failures, jobs);
        var nodeMillis = nodes.stream().mapToLong(FleetNode::millis).sum();
        var trials = groups.size() * Math.max(1.0, (double) window.millis() / (double) Failure.APART_MILLIS);
        return groups.stream()
                .flatMap(group -> candidates(group, failures.size() / (double) nodeMillis))
                .filter(candidate -> candidate.isOfSeveralNodes() && candidate.chance() * trials < BY_CHANCE)
                .sorted(Comparator.comparingDouble(Candidate::chance)
                        .thenComparingInt(candidate -> candidate.group().size())
                        .thenComparing(candidate -> candidate.group().kind())
                        .thenComparing(candidate -> candidate.group().name()))
                .toList();
    }

    /// @param rate failures in a millisecond of a node
    private static Stream<Candidate> candidates(Group group, double rate) {
        return Chains.of(group.failures(), Failure::at, Failure.APART_MILLIS).stream()
                .map(chain -> {
                    var millis = chain.getLast().at() - chain.getFirst().at() + Failure.APART_MILLIS;
                    var expected = rate * group.size() * (double) millis;
                    return new Candidate(group, chain, Poisson.atLeast(chain.size(), expected));
                });
    }
}
