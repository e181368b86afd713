package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.Diagnosis.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Puts nodes together that all checks find the same on.
final class Grouping {
    /// Makes a group of what failed on its nodes.
    interface Maker {
        /// Returns a group.
        ///
        /// @param nearest the index of the node that misses the least
        Group group(List<Check> failed, int nodes, int nearest);
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

    List<Group> of(Maker maker, Columns columns) {
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
        return IntStream.range(0, count)
                .mapToObj(group -> maker.group(failed.get(group), nodes[group], nearest[group]))
                .toList();
    }

    private List<Check> failed(int node) {
        return telling.stream()
                .filter(outcome -> outcome.of()[node] != 0)
                .map(Outcome::check)
                .toList();
    }

    /// Finds the node of each group where the most is free of the first resource that it lacks.
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
                .map(check -> columns.free(((NodeCheck.OfResource) check).resource()))
                .findFirst();
    }
}
