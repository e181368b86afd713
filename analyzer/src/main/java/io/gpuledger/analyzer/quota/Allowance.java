package io.gpuledger.analyzer.quota;

import java.util.Optional;

/// How many GPUs, or instances of GPUs, a quota gives, or all quotas of a cohort together, and how many stand against
/// it.
///
/// @param nominal how many it gives
/// @param used how many stand against it; nothing where nobody tells
/// @param borrowingLimit how many more it may have of what others do not use; nothing where that is not limited
/// @param lendingLimit how many of its own others may have; nothing where that is all
public record Allowance(long nominal, Optional<Long> used, Optional<Long> borrowingLimit, Optional<Long> lendingLimit) {
    /// Returns one that neither borrows nor lends.
    public static Allowance of(long nominal, Optional<Long> used) {
        return new Allowance(nominal, used, Optional.empty(), Optional.empty());
    }

    /// Returns how many are used beyond what it gives.
    public Optional<Long> over() {
        return used.map(now -> Math.max(0, now - nominal));
    }

    /// Returns how many it gives and nobody uses.
    public Optional<Long> left() {
        return used.map(now -> Math.max(0, nominal - now));
    }

    /// Returns how many of its own it gives into the cohort.
    long lent() {
        return lendingLimit.map(limit -> Math.min(limit, nominal)).orElse(nominal);
    }

    /// Returns how many it keeps for itself, which it uses first.
    long kept() {
        return nominal - lent();
    }

    /// Returns how many it keeps for itself and does not use.
    long keptUnused() {
        return Math.max(0, kept() - used.orElse(0L));
    }

    /// Returns how many it has taken out of the cohort, be they its own or those of others.
    Optional<Long> taken() {
        return used.map(now -> Math.max(0, now - kept()));
    }
}
