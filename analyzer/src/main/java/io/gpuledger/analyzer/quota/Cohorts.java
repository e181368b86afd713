package io.gpuledger.analyzer.quota;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cohorts of one cluster as far as they share one resource and one flavor.
final class Cohorts {
    private static final Allowance NONE = Allowance.of(0, Optional.of(0L));

    /// Quotas that mean "as many as you like" are added up as if they were this, so that no sum overflows.
    private static final long UNLIMITED = 1L << 50;

    private final CohortTree tree;
    private final Map<String, Allowance> own = new HashMap<>();
    private final Map<String, List<Allowance>> queues = new HashMap<>();
    private final Map<String, Allowance> sums = new HashMap<>();

    Cohorts(CohortTree tree) {
        this.tree = tree;
    }

    /// Says which quota a cohort has of its own.
    void own(String cohort, Allowance allowance) {
        own.put(cohort, allowance);
    }

    /// Puts a queue into a cohort, which need not be there itself: one that nobody made has no limits.
    void queue(String cohort, Allowance allowance) {
        queues.computeIfAbsent(cohort, _ -> new ArrayList<>()).add(allowance);
    }

    /// Returns a cohort with all that it is in, once all are there. There is none where cohorts are in each other, as
    /// Kueue admits nothing then.
    Optional<Cohort> find(String name) {
        var path = tree.path(name);
        var found = Optional.<Cohort>empty();
        for (var level = 0; level < path.size(); level++) {
            found = Optional.of(new Cohort(sum(path.get(level), level), found));
        }
        return found;
    }

    /// Returns what a cohort and all below it has together, and what they use.
    private Allowance sum(String cohort, int level) {
        if (level == CohortTree.LEVELS_MAX) {
            return Allowance.of(0, Optional.empty());
        }
        var known = sums.get(cohort);
        if (known != null) {
            return known;
        }
        var members = new ArrayList<>(queues.getOrDefault(cohort, List.of()));
        tree.children(cohort).forEach(child -> members.add(sum(child, level + 1)));
        var its = own.getOrDefault(cohort, NONE);
        var has = Math.min(UNLIMITED, its.nominal());
        var used = Optional.of(0L);
        for (var member : members) {
            has = Math.min(UNLIMITED, has + Math.min(UNLIMITED, member.lent()));
            used = used.flatMap(sum -> member.taken().map(taken -> sum + taken));
        }
        var sum = new Allowance(has, used, its.borrowingLimit(), its.lendingLimit());
        sums.put(cohort, sum);
        return sum;
    }
}
