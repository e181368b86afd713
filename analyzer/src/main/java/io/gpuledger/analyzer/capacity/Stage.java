package io.gpuledger.analyzer.capacity;

import io.gpuledger.analyzer.ledger.State;
import java.util.List;
import java.util.Locale;

/// The stages of a funnel. What of one does not reach the next stands in states that are named, so that each loss has
/// a name, and the last stage and all losses add up to the first.
public enum Stage {
    /// All time of the GPUs that are in the fleet: the capacity.
    DELIVERED,
    /// The part of it that is neither `unhealthy` nor `unobserved`: of what nobody saw it is not known whether it could
    /// be used.
    HEALTHY,
    /// The part of that which a pod held: it is not `withheld`, `stranded` or `free`.
    HELD,
    /// The part of that which was put to use: it is not `starting` or `idle`.
    ACTIVE,
    /// The part of that in which it was active: it is `used`, and not `underused`.
    EFFECTIVE;

    public static final List<Stage> ALL = List.of(values());

    private final String word = name().toLowerCase(Locale.ROOT);

    /// Returns its name in answers and on pages.
    public String word() {
        return word;
    }

    /// Returns the last stage that the time of a state reaches.
    static Stage reached(State state) {
        return switch (state) {
            case UNHEALTHY, UNOBSERVED -> DELIVERED;
            case WITHHELD, STRANDED, FREE -> HEALTHY;
            case STARTING, IDLE -> HELD;
            case UNDERUSED -> ACTIVE;
            case USED -> EFFECTIVE;
        };
    }
}
