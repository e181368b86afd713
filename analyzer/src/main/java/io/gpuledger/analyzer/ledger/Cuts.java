package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/// Collects the instants at which anything changes, so that nothing changes between two that follow each other.
final class Cuts {
    private final Span span;
    private long[] instants;
    private int count;

    Cuts(Span span) {
        this.span = span;
        this.instants = new long[256];
        add(span.from());
        add(span.to());
    }

    void add(long instant) {
        if (instant >= span.from() && instant <= span.to()) {
            if (count == instants.length) {
                instants = Arrays.copyOf(instants, 2 * count);
            }
            instants[count++] = instant;
        }
    }

    void addAll(Collection<Span> spans) {
        for (var one : spans) {
            add(one.from());
            add(one.to());
        }
    }

    <T> void addAll(List<T> things, Function<T, Span> spanOf) {
        for (var thing : things) {
            add(spanOf.apply(thing).from());
            add(spanOf.apply(thing).to());
        }
    }

    /// Returns the instants in order, each of them once.
    long[] sorted() {
        Arrays.sort(instants, 0, count);
        var distinct = 1;
        for (var i = 1; i < count; i++) {
            if (instants[i] != instants[distinct - 1]) {
                instants[distinct++] = instants[i];
            }
        }
        return Arrays.copyOf(instants, distinct);
    }
}
