package io.gpuledger.simulator.story;

/// A span is in seconds since 1970, from the first to before the last.
public record Span(long from, long to) {
    public Span {
        if (to < from) {
            throw new IllegalArgumentException("from %d to %d".formatted(from, to));
        }
    }

    public long seconds() {
        return to - from;
    }

    public boolean contains(long second) {
        return from <= second && second < to;
    }

    /// What both have in common; nothing of it is a span without seconds.
    public Span within(Span other) {
        var start = Math.min(Math.max(from, other.from), other.to);
        return new Span(start, Math.max(start, Math.min(to, other.to)));
    }
}
