package io.gpuledger.analyzer.fit.device;

import java.util.Optional;

/// How much may still be tried before it is given up. What claims ask for is anybody's to write, and the search
/// for devices may take as long as he likes. One thread uses it.
public final class Effort {
    private final Optional<Effort> whole;
    private long left;

    public Effort(long steps) {
        this(steps, Optional.empty());
    }

    private Effort(long steps, Optional<Effort> whole) {
        this.left = steps;
        this.whole = whole;
    }

    /// Returns a part of it, so that whoever has the part leaves the rest to others.
    public Effort part(long steps) {
        return new Effort(steps, Optional.of(this));
    }

    /// Takes a step, and says whether there was one left.
    boolean step() {
        left = Math.max(0, left - 1);
        return whole.map(Effort::step).orElse(true) && left > 0;
    }

    /// Says whether nothing more may be tried.
    boolean isSpent() {
        return left == 0 || whole.map(Effort::isSpent).orElse(false);
    }
}
