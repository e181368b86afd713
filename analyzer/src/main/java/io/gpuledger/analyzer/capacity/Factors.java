package io.gpuledger.analyzer.capacity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// One number of a fleet, and the three that it is the product of.
///
///     held      = held / capacity          how much of what there is was given out
///     active    = active / held            how much of that was put to use at all
///     intensity = effective / active       how much of the multiprocessors that kept busy, as far as that is told
///     product   = effective / capacity     = held * active * intensity
///
/// They are kept as the times that they are made of, so nothing is rounded before it is shown. A factor of nothing is
/// absent: what was never held was not put to use badly.
///
/// @param capacity in milliseconds of GPUs, as are the others
public record Factors(long capacity, long held, long active, long effective) {
    private static final int PLACES = 6;

    public Factors {
        if (effective < 0 || effective > active || active > held || held > capacity) {
            throw new IllegalArgumentException(
                    "each is a part of the one before: %d, %d, %d, %d".formatted(capacity, held, active, effective));
        }
    }

    public Optional<BigDecimal> heldOfCapacity() {
        return part(held, capacity);
    }

    public Optional<BigDecimal> activeOfHeld() {
        return part(active, held);
    }

    public Optional<BigDecimal> intensity() {
        return part(effective, active);
    }

    public Optional<BigDecimal> product() {
        return part(effective, capacity);
    }

    private static Optional<BigDecimal> part(long part, long all) {
        return all == 0
                ? Optional.empty()
                : Optional.of(BigDecimal.valueOf(part).divide(BigDecimal.valueOf(all), PLACES, RoundingMode.HALF_UP));
    }
}
