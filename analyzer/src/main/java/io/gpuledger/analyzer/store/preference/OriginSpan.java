package io.gpuledger.analyzer.store.preference;

/// A stretch of event time in which one origin alone is heard of a unit: from its first row to its last, and for three
/// of its intervals after it.
final class OriginSpan {
    /// After which silence another may take over, in intervals of whoever is silent.
    private static final int PATIENCE_INTERVALS = 3;

    private static final OriginInterval NOBODY = new OriginInterval("", 0);

    private final OriginInterval whose;
    private long from;
    private long to;

    private OriginSpan(OriginInterval whose, long from, long to) {
        this.whose = whose;
        this.from = from;
        this.to = to;
    }

    static OriginSpan at(OriginInterval whose, long millis) {
        return new OriginSpan(whose, millis, millis);
    }

    /// Returns the span that both of them covered, which is nobody's.
    static OriginSpan closed(OriginSpan first, OriginSpan second) {
        return new OriginSpan(NOBODY, first.from, second.to);
    }

    /// Returns the span from the begin of the first to the end of the second, which is of the same origin.
    static OriginSpan joined(OriginSpan first, OriginSpan second) {
        return new OriginSpan(first.whose, first.from, second.to);
    }

    OriginInterval whose() {
        return whose;
    }

    long from() {
        return from;
    }

    private long reachMillis() {
        return (long) PATIENCE_INTERVALS * whose.intervalMillis();
    }

    /// Returns whether an instant that is not before its start still belongs to it.
    boolean reaches(long millis) {
        return millis <= to + reachMillis();
    }

    /// Returns whether an instant is before its start by so little that it is only late.
    boolean reachesBackTo(long millis) {
        return millis >= from - reachMillis();
    }

    /// Takes in a row of its origin that it reaches.
    void extendTo(long millis) {
        to = Math.max(to, millis);
        from = Math.min(from, millis);
    }
}
