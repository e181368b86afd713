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

/// Finds the GPUs that a node should have and that have not been seen. Each GPU that it should have is a slot, known by
/// its ordinal, and each GPU that is seen claims one: a slot is vacant at t where
///
///     claims(t) < ordinal <= expected(t)
///
/// The time before a slot was claimed is not booked again. GPUs are seen a little later than their node, so that less
/// than ten minutes are no vacancy. There is no vacancy either while there are GPUs of which nobody knows which node
/// they are on.
public final class Slots {
    private static final long LEAST = Duration.ofMinutes(10).toMillis();

    private Slots() {}

    /// Returns the slots that are vacant at any time, by ordinal, with the spans in which they are.
    ///
    /// @param expected how many GPUs the node should have
    /// @param claims when GPUs that were seen were there
    /// @param strange when there were GPUs that may have been there, or elsewhere
    /// @param until the end of what is known
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

    /// Returns the instants at which anything may change: between two of them nothing does.
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
