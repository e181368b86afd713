package io.gpuledger.analyzer.store.preference;

/// A stretch of event time in which one origin alone is heard of a unit: from its first row to its last, and for three
/// of its intervals after it.
final class Stretch {
    /// After which silence another may take over, in intervals of whoever is silent.
    private static final int PATIENCE_INTERVALS = 3;

    private static final Cadence NOBODY = new Cadence("", 0);

    private final Cadence whose;
    private long from;
    private long to;

    private Stretch(Cadence whose, long from, long to) {
        this.whose = whose;
        this.from = from;
        this.to = to;
    }

    static Stretch at(Cadence whose, long millis) {
        return new Stretch(whose, millis, millis);
    }

    /// What both of them covered, as nobody's.
    static Stretch closed(Stretch first, Stretch second) {
        return new Stretch(NOBODY, first.from, second.to);
    }

    Cadence whose() {
        return whose;
    }

    long from() {
        return from;
    }

    private long reachMillis() {
        return (long) PATIENCE_INTERVALS * whose.intervalMillis();
    }

    /// Of what is not before its start.
    boolean reaches(long millis) {
        return millis <= to + reachMillis();
    }

    /// Whether what is before its start is so by so little that it is but late.
    boolean reachesBackTo(long millis) {
        return millis >= from - reachMillis();
    }

    /// Takes in a row of its origin that it reaches.
    void extendTo(long millis) {
        to = Math.max(to, millis);
        from = Math.min(from, millis);
    }
}
