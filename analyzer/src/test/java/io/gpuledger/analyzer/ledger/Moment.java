package io.gpuledger.analyzer.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What is so of a unit for five seconds.
final class Moment {
    static final long MILLIS = 5_000;

    /// The part of it that was seen, and that was active.
    double seen;

    double active;
    /// The part of it in which the device answered at all.
    double answered;

    boolean isThere;
    boolean isKnown;
    boolean isSick;
    Map<Owner, Double> shares = Map.of();
    final Map<Owner, Double> own = new HashMap<>();

    boolean isHeldBy(Owner owner) {
        return shares.containsKey(owner);
    }

    boolean isSeen() {
        return isKnown && seen == 1 && !isSick;
    }

    boolean isMissed(Owner owner) {
        return isHeldBy(owner) && !isSeen() && !isSick;
    }

    /// Returns the activity by which a holder is judged: its own where that is known, else the unit's.
    double level(Owner owner) {
        return Optional.ofNullable(own.get(owner)).orElse(active);
    }
}
