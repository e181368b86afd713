package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A failure with the hours of the books in which it was there. Where two failures of a node were there in the same
/// hour, the hour is the first one's: so nothing of the node counts twice.
///
/// @param hours whole ones, without overlaps
public record Outage(Failure failure, List<Span> hours) {
    public Outage {
        hours = List.copyOf(hours);
    }

    /// Returns those of failures, in their order.
    ///
    /// @param window whole hours
    /// @param failures the first first
    public static List<Outage> of(Span window, List<Failure> failures) {
        Map<OfNode, List<Span>> taken = new HashMap<>();
        var outages = new ArrayList<Outage>();
        for (var failure : failures) {
            var others = taken.computeIfAbsent(failure.node(), _ -> new ArrayList<>());
            var hours =
                    Span.union(failure.open(window.to()).stream()
                                    .map(span -> hours(span).within(window))
                                    .toList())
                            .stream()
                            .flatMap(span -> span.without(Span.union(others)).stream())
                            .toList();
            others.addAll(hours);
            outages.add(new Outage(failure, hours));
        }
        return List.copyOf(outages);
    }

    /// Returns the hours that a span lies in, which is not empty.
    private static Span hours(Span span) {
        return new Span(Hour.of(span.from()), Hour.of(span.to() - 1) + Hour.MILLIS);
    }
}
