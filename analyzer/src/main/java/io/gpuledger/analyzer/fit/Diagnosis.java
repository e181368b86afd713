package io.gpuledger.analyzer.fit;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What is against putting a pod on each node of a cluster, with nodes put together that are ruled out for
/// the same.
///
/// @param nodes how many nodes there are
/// @param barred what is against putting it anywhere
/// @param groups beginning with what the fewest reasons are against; the first has none where the pod fits
public record Diagnosis(int nodes, List<PodReason> barred, List<Group> groups) {
    /// Nodes that the same reasons are against.
    ///
    /// @param nearest the node that misses the least of what it lacks, and the reasons are as they are there
    /// @param free how much is free of the GPUs that are asked for, on all these nodes together
    /// @param most how much any of these nodes has of them, free or not
    public record Group(
            List<Reason> reasons,
            int nodes,
            String nearest,
            SortedMap<String, Long> free,
            SortedMap<String, Long> most) {
        public Group {
            reasons = List.copyOf(reasons);
            free = Collections.unmodifiableSortedMap(new TreeMap<>(free));
            most = Collections.unmodifiableSortedMap(new TreeMap<>(most));
        }
    }

    public Diagnosis {
        barred = List.copyOf(barred);
        groups = groups.stream()
                .sorted(Comparator.comparingInt((Group group) -> group.reasons().size())
                        .thenComparing(Comparator.comparingInt(Group::nodes).reversed())
                        .thenComparing(Group::nearest))
                .toList();
    }

    /// Says whether there is a node on which it could be put.
    public boolean fits() {
        return barred.isEmpty()
                && failed().isEmpty()
                && unclear().isEmpty()
                && fitting().isPresent();
    }

    /// Returns the error with which the scheduler ends, whatever other nodes are like: that of a node which
    /// nothing else is against.
    public Optional<DeviceReason.Failed> failed() {
        return decisive(DeviceReason.Failed.class).findFirst();
    }

    /// Returns what cannot be told, where it may be that the scheduler ends with an error, or where no node is
    /// known to fit and one may.
    public Optional<DeviceReason.Unclear> unclear() {
        return decisive(DeviceReason.Unclear.class)
                .filter(unclear -> unclear.mayFail() || fitting().isEmpty())
                .findFirst();
    }

    /// Returns what nothing else is against a node but for.
    private <T extends DeviceReason> Stream<T> decisive(Class<T> kind) {
        return groups.stream()
                .flatMap(group -> Fit.decisive(group.reasons()).stream().limit(1))
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    /// Returns the nodes that nothing is against but what is against it anywhere.
    public Optional<Group> fitting() {
        return groups.stream().filter(group -> group.reasons().isEmpty()).findFirst();
    }

    /// Returns what the scheduler would say, and of how many nodes.
    public SortedMap<String, Integer> schedulersWords() {
        var words = new TreeMap<String, Integer>();
        var said = barred.stream()
                .filter(reason -> !reason.isFoundLast())
                .map(Reason::inSchedulersWords)
                .findFirst()
                .or(() -> failed().map(Reason::inSchedulersWords))
                .or(() -> fitting()
                        .flatMap(_ ->
                                barred.stream().map(Reason::inSchedulersWords).findFirst()));
        if (said.isPresent()) {
            words.put(said.get(), nodes);
            return words;
        }
        groups.forEach(group -> Fit.schedulersWords(group.reasons())
                .forEach(sentence -> words.merge(sentence, group.nodes(), Integer::sum)));
        return words;
    }
}
