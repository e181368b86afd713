package io.gpuledger.analyzer.store.pods;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Chooses of each kind of GPU the fewest kinds of pods that had 95 % of its time. Where these are too many, those go
/// first that had the most of any kind of GPU, then those that had the second most, and so on: however many kinds of
/// pods use the common GPUs, those that use the rare ones are among them.
final class EnoughKinds {
    private static final double ENOUGH = 0.95;

    /// A kind of GPU, of which pods had the time.
    ///
    /// @param product of the GPUs of the node, where that is known
    record Had(String resource, Optional<String> product) {}

    /// A kind of pod, and how much time it had of each kind of GPU.
    record Weighed(ExpectedKind kind, Map<Had, Double> had) {
        Weighed {
            had = Map.copyOf(had);
        }

        double of(Had what) {
            return had.getOrDefault(what, 0.0);
        }
    }

    private EnoughKinds() {}

    /// Returns those that are enough, in the order in which they come.
    static List<ExpectedKind> of(List<Weighed> kinds, int most) {
        var ranks = new HashMap<ExpectedKind, Integer>();
        kinds.stream().flatMap(one -> one.had().keySet().stream()).distinct().forEach(what -> rank(kinds, what, ranks));
        var chosen = new HashSet<>(kinds.stream()
                .map(Weighed::kind)
                .filter(ranks::containsKey)
                .sorted(Comparator.comparingInt(kind -> ranks.getOrDefault(kind, 0)))
                .limit(most)
                .toList());
        return kinds.stream().map(Weighed::kind).filter(chosen::contains).toList();
    }

    private static void rank(List<Weighed> kinds, Had what, Map<ExpectedKind, Integer> ranks) {
        var its = kinds.stream()
                .filter(one -> one.had().containsKey(what))
                .sorted(Comparator.comparingDouble(one -> -one.of(what)))
                .toList();
        var all = its.stream().mapToDouble(one -> one.of(what)).sum();
        var sum = 0.0;
        for (var rank = 0; rank < its.size() && sum < ENOUGH * all; rank++) {
            ranks.merge(its.get(rank).kind(), rank, Math::min);
            sum += its.get(rank).of(what);
        }
    }
}
