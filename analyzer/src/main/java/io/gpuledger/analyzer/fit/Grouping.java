package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Diagnosis.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;

/// Puts nodes together that all checks find the same on.
final class Grouping {
    /// Makes a group of what failed on its nodes.
    interface Maker {
        /// Returns a group.
        ///
        /// @param nearest the index of the node that misses the least
        /// @param free how much is free of some resources on all nodes of the group
        /// @param most how much any of its nodes has of them
        Group group(
                List<Check> failed, int nodes, int nearest, SortedMap<String, Long> free, SortedMap<String, Long> most);
    }

    private final int[] groups;
    private final List<Outcome> telling = new ArrayList<>();
    private int count = 1;

    Grouping(int nodes) {
        this.groups = new int[nodes];
    }

    /// Splits the groups where a check finds different things on nodes of one.
    void split(Outcome outcome) {
        if (outcome.isSilent()) {
            return;
        }
        telling.add(outcome);
        var numbering = new Numbering();
        for (var i = 0; i < groups.length; i++) {
            groups[i] = numbering.of(groups[i], outcome.of()[i]);
        }
        count = numbering.size();
    }

    /// @param resources those of which it is told how much is free, and how much there is
    List<Group> of(Maker maker, Columns columns, Collection<String> resources) {
        if (groups.length == 0) {
            return List.of();
        }
        var nodes = new int[count];
        var nearest = new int[count];
        Arrays.fill(nearest, -1);
        for (var i = 0; i < groups.length; i++) {
            nodes[groups[i]]++;
            nearest[groups[i]] = nearest[groups[i]] < 0 ? i : nearest[groups[i]];
        }
        var failed = Arrays.stream(nearest).mapToObj(this::failed).toList();
        approach(nearest, failed, columns);
        // Where pods have more than a node offers, nothing is free.
        var free = amounts(resources, columns::free, (sum, one) -> sum + Math.max(0, one));
        var most = amounts(resources, columns::most, Math::max);
        return IntStream.range(0, count)
                .mapToObj(group ->
                        maker.group(failed.get(group), nodes[group], nearest[group], free.get(group), most.get(group)))
                .toList();
    }

    /// Returns for each group, by resource, what the amounts of its nodes come to.
    private List<SortedMap<String, Long>> amounts(
            Collection<String> resources, Function<String, long[]> of, LongBinaryOperator together) {
        var amounts = IntStream.range(0, count)
                .<SortedMap<String, Long>>mapToObj(_ -> new TreeMap<>())
                .toList();
        for (var resource : resources) {
            var sums = new long[count];
            var each = of.apply(resource);
            for (var i = 0; i < groups.length; i++) {
                sums[groups[i]] = together.applyAsLong(sums[groups[i]], each[i]);
            }
            for (var group = 0; group < count; group++) {
                amounts.get(group).put(resource, sums[group]);
            }
        }
        return amounts;
    }

    private List<Check> failed(int node) {
        return telling.stream()
                .filter(outcome -> outcome.of()[node] != 0)
                .map(Outcome::check)
                .toList();
    }

    /// Finds the node of each group where the most is free of what it lacks: of the first resource, and of GPUs
    /// before any other.
    private void approach(int[] nearest, List<List<Check>> failed, Columns columns) {
        var free = failed.stream().map(checks -> lacking(checks, columns)).toList();
        for (var i = 0; i < groups.length; i++) {
            var group = groups[i];
            var column = free.get(group);
            if (column.isPresent() && column.get()[i] > column.get()[nearest[group]]) {
                nearest[group] = i;
            }
        }
    }

    private static Optional<long[]> lacking(List<Check> failed, Columns columns) {
        return failed.stream()
                .filter(NodeCheck.OfResource.class::isInstance)
                .map(check -> ((NodeCheck.OfResource) check).resource())
                .min(Comparator.comparing(resource -> !Resource.isGpu(resource)))
                .map(columns::free);
    }
}
