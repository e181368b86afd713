package io.gpuledger.analyzer.store.spool;

/// Names a place between two frames by the segment and the byte in it.
record Position(int segment, long offset) implements Comparable<Position> {
    static final Position START = new Position(0, 0);

    private static final long OFFSET = (1L << 32) - 1;

    /// As a [io.gpuledger.analyzer.store.Portion] tells it.
    static Position of(long packed) {
        return new Position((int) (packed >>> 32), packed & OFFSET);
    }

    long packed() {
        return (long) segment << 32 | offset;
    }

    @Override
    public int compareTo(Position other) {
        return Long.compare(packed(), other.packed());
    }
}
