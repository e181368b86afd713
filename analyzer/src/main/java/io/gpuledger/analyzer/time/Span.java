package io.gpuledger.analyzer.time;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// A span of time, in milliseconds since 1970. It contains its first millisecond, but not the one that it ends with.
public record Span(long from, long to) {
    public Span {
        if (to < from) {
            throw new IllegalArgumentException("from %d to %d".formatted(from, to));
        }
    }

    public long millis() {
        return to - from;
    }

    public boolean isEmpty() {
        return from == to;
    }

    public boolean contains(long millis) {
        return from <= millis && millis < to;
    }

    public boolean meets(Span other) {
        return from < other.to && other.from < to;
    }

    /// Returns what both spans have in common. Where that is nothing, the span that is returned is empty.
    public Span within(Span other) {
        var start = Math.min(Math.max(from, other.from), other.to);
        return new Span(start, Math.max(start, Math.min(to, other.to)));
    }

    /// Returns the things whose spans this span meets.
    ///
    /// @param things sorted by time and without overlaps
    public <T> List<T> meeting(List<T> things, Function<T, Span> spanOf) {
        return things.subList(
                first(things, thing -> spanOf.apply(thing).to > from),
                first(things, thing -> spanOf.apply(thing).from >= to));
    }

    /// Returns the index of the first thing of which something is so, provided that it is so of all things after it.
    private static <T> int first(List<T> things, Predicate<T> isSo) {
        var low = 0;
        var high = things.size();
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (isSo.test(things.get(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// Returns the spans sorted, with those that touch or overlap joined into one.
    public static List<Span> union(List<Span> spans) {
        var joined = new ArrayList<Span>();
        for (var span : spans.stream()
                .filter(one -> !one.isEmpty())
                .sorted((one, other) -> Long.compare(one.from, other.from))
                .toList()) {
            if (joined.isEmpty() || joined.getLast().to < span.from) {
                joined.add(span);
            } else {
                joined.set(joined.size() - 1, new Span(joined.getLast().from, Math.max(joined.getLast().to, span.to)));
            }
        }
        return joined;
    }

    /// Returns the parts of this span that lie in none of the others.
    ///
    /// @param others sorted and without overlaps
    public List<Span> without(List<Span> others) {
        var left = new ArrayList<Span>();
        var at = from;
        for (var other : others) {
            if (other.meets(this)) {
                if (other.from > at) {
                    left.add(new Span(at, other.from));
                }
                at = Math.max(at, other.to);
            }
        }
        if (at < to) {
            left.add(new Span(at, to));
        }
        return left;
    }
}
