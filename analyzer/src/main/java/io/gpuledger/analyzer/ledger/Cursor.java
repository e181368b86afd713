package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Walks through things that are sorted by time and do not overlap.
final class Cursor<T> {
    private final List<T> things;
    private final Function<T, Span> span;
    private int next;

    Cursor(List<T> things, Function<T, Span> span) {
        this.things = things;
        this.span = span;
    }

    /// Returns the thing whose span contains an instant. The instant must not be before the one that was asked for
    /// last.
    Optional<T> at(long millis) {
        while (next < things.size() && span.apply(things.get(next)).to() <= millis) {
            next++;
        }
        return next < things.size() && span.apply(things.get(next)).from() <= millis
                ? Optional.of(things.get(next))
                : Optional.empty();
    }
}
