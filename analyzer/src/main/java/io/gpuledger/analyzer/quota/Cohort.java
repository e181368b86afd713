package io.gpuledger.analyzer.quota;

import java.util.List;
import java.util.Optional;

/// Queues that lend to each other, each with what it has of one resource and one flavor. It is reckoned as Kueue does:
/// each gives into the cohort what it lends of its own, and takes out of it what it uses beyond what it keeps.
///
///     unused           = max(0, sum of lent - sum of max(0, used - kept))
///     lent and unused  = min(lent, nominal - used, unused)
///     available        = max(0, kept - used) + min(unused, lent - max(0, used - kept) + borrowing limit)
public record Cohort(List<Allowance> members) {
    public Cohort {
        members = List.copyOf(members);
    }

    /// Returns how many any of the queues could still have. This is unknown where it is of one of them what it uses.
    public Optional<Long> unused() {
        var unused = 0L;
        for (var member : members) {
            var taken = member.taken();
            if (taken.isEmpty()) {
                return Optional.empty();
            }
            unused += member.lent() - taken.get();
        }
        return Optional.of(Math.max(0, unused));
    }

    /// Returns how many of a queue's own the others could have, and nobody uses. Nothing tells whose own it is that was
    /// borrowed: so this is the most that it may be.
    public Optional<Long> lentUnused(Allowance member) {
        return unused().flatMap(unused -> member.left().map(left -> Math.min(Math.min(member.lent(), left), unused)));
    }

    /// Returns how many more a queue can have now.
    public Optional<Long> available(Allowance member) {
        return unused().flatMap(unused -> member.taken().map(taken -> {
            var most = member.borrowingLimit().map(limit -> member.lent() - taken + limit);
            var own = Math.max(0, member.kept() - member.used().orElse(0L));
            return own + Math.max(0, Math.min(unused, most.orElse(unused)));
        }));
    }
}
