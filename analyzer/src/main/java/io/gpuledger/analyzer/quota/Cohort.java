package io.gpuledger.analyzer.quota;

import java.util.Optional;

/// Queues that lend to each other, each with what it has of one resource and one flavor. A cohort may have a quota of
/// its own, which all that is in it may have, and may be in a cohort itself. It is reckoned as Kueue does: each queue
/// and each cohort gives into the cohort that it is in what it lends of what it has, and takes out of it what it uses
/// beyond what it keeps.
///
///     of a cohort:  has  = its own quota + sum of lent, of what is directly in it
///                   used = sum of taken, of what is directly in it
///     lent            = min(has, lending limit),  kept = has - lent,  taken = max(0, used - kept)
///     left at the top = has - used
///     left below it   = max(0, kept - used) + min(left in the cohort above, lent - taken + borrowing limit)
///     available       = max(0, left)
///
/// What is left is less than nothing where more is used than there is: a quota may be lowered below its use.
///
/// @param allowance what all that is in it has together, and uses
/// @param parent the cohort that it is in
public record Cohort(Allowance allowance, Optional<Cohort> parent) {
    /// Returns how many any of the queues could still have. This is unknown where it is of one of them what it uses.
    public Optional<Long> unused() {
        return left().map(left -> Math.max(0, left));
    }

    /// Returns how many of a queue's own the others could have, and nobody uses. Nothing tells whose own it is that was
    /// borrowed: so this is the most that it may be.
    public Optional<Long> lentUnused(Allowance member) {
        return unused().flatMap(unused -> member.left().map(left -> Math.min(Math.min(member.lent(), left), unused)));
    }

    /// Returns how many more a queue can have now.
    public Optional<Long> available(Allowance member) {
        return left(member).map(left -> Math.max(0, left));
    }

    private Optional<Long> left() {
        return parent.isPresent()
                ? parent.get().left(allowance)
                : allowance.used().map(used -> allowance.nominal() - used);
    }

    private Optional<Long> left(Allowance member) {
        return left().flatMap(above -> member.taken().map(taken -> {
            var stored = member.lent() - taken;
            var borrowable = above - stored;
            return member.keptUnused()
                    + stored
                    + Math.min(borrowable, member.borrowingLimit().orElse(borrowable));
        }));
    }
}
