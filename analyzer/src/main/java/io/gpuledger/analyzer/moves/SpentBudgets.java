package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.moves.Covers.Candidate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// How many pods of each budget go, all together: no more than it allows.
final class SpentBudgets {
    private final Map<Budget, Integer> spent = new HashMap<>();

    /// Lets pods go, and says whether their budgets allow that: where one does not, none of them goes.
    boolean spend(Collection<Candidate> pods) {
        add(pods, 1);
        var isWithin = spent.entrySet().stream()
                .allMatch(one -> one.getValue() <= one.getKey().allowed());
        if (!isWithin) {
            giveBack(pods);
        }
        return isWithin;
    }

    void giveBack(Collection<Candidate> pods) {
        add(pods, -1);
    }

    private void add(Collection<Candidate> pods, int count) {
        pods.forEach(one -> one.pod().budget().ifPresent(budget -> spent.merge(budget, count, Integer::sum)));
    }
}
