package io.gpuledger.analyzer.parse.text;

import java.util.HashMap;
import java.util.Map;

/// Keeps once what stands on the pages of all targets: the names of metrics, the comments above them, the ends of
/// labels, and in which order they follow each other. Readers ask it only for what is new to them. When it is full it
/// starts over: what readers hold stays theirs, and those that come later share again. So a target that says something
/// new every time costs others a copy, and makes it hold no more than the bound, and what readers held of before.
public final class Interner {
    /// An entry takes about so many bytes beyond its own.
    private static final int OVERHEAD = 96;

    private static final long USUAL_BOUND = 8 << 20;

    /// What pages of several targets have in common. Only those of the same class may be equal.
    sealed interface Kept permits Text, Template, SeriesTable.Routes {
        /// Returns how many bytes it takes.
        int length();
    }

    private final Map<Kept, Kept> kept = new HashMap<>();
    private final long bound;
    private long held;

    public Interner() {
        this(USUAL_BOUND);
    }

    /// @param bound in bytes
    public Interner(long bound) {
        this.bound = bound;
    }

    /// Returns the equal one that was kept first.
    @SuppressWarnings("unchecked") // equal ones are of the same class
    synchronized <T extends Kept> T intern(T some) {
        var first = kept.putIfAbsent(some, some);
        if (first != null) {
            return (T) first;
        }
        held += some.length() + OVERHEAD;
        if (held > bound) {
            kept.clear();
            held = 0;
        }
        return some;
    }

    synchronized int size() {
        return kept.size();
    }
}
