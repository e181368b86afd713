package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which of the GPUs that a node should have nobody has told of. Each GPU that it should have is a slot, known by its
/// ordinal, and whoever is told of claims one: a slot is vacant at t where
///
///     claims(t) < ordinal <= expected(t)
///
/// What it was before it was claimed is not booked again. GPUs are told of a little later than their node: what lasts
/// for less than ten minutes is no vacancy. Nor is one while there are GPUs of which nobody knows where they are.
public final class Slots {
    private static final long LEAST = Duration.ofMinutes(10).toMillis();

    private Slots() {}

    /// By ordinal, those that are vacant at any time.
    ///
    /// @param expected how many GPUs the node should have
    /// @param claims when GPUs that were told of were there
    /// @param strange when there were GPUs that may be there, or elsewhere
    public static SortedMap<Integer, List<Span>> vacant(
            Timeline<Integer> expected, Collection<Span> claims, List<Span> strange, long until) {
        var vacant = new TreeMap<Integer, List<Span>>();
        var instants = instants(expected, Stream.concat(claims.stream(), strange.stream()), until);
        for (var from : instants.headSet(until)) {
            var span = new Span(from, instants.higher(from));
            if (strange.stream().anyMatch(span::meets)) {
                continue;
            }
            var claimed =
                    (int) claims.stream().filter(claim -> claim.meets(span)).count();
            for (var ordinal = claimed + 1; ordinal <= expected.at(from).orElse(0); ordinal++) {
                vacant.computeIfAbsent(ordinal, _ -> new ArrayList<>()).add(span);
            }
        }
        vacant.replaceAll((_, spans) -> Span.union(spans).stream()
                .filter(span -> span.millis() >= LEAST)
                .toList());
        vacant.values().removeIf(List::isEmpty);
        return vacant;
    }

    /// Between two of them nothing changes.
    private static NavigableSet<Long> instants(Timeline<Integer> expected, Stream<Span> spans, long until) {
        var instants = new TreeSet<Long>();
        expected.changes().forEach(change -> instants.add(change.since()));
        spans.forEach(span -> {
            instants.add(span.from());
            instants.add(span.to());
        });
        instants.tailSet(until).clear();
        instants.add(until);
        return instants;
    }
}
