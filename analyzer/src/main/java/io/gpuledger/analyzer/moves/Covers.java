package io.gpuledger.analyzer.moves;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds which pods of a node can go so that nothing is missing any more, of which none goes in vain: without any one
/// of them something would be missing still.
///
/// Pods that take the same and have the same budget are alike: of these, the ones with the least work to lose go.
final class Covers {
    private static final int MOST = 256;

    /// A pod that can go.
    static final class Candidate {
        private final PlacedPod pod;
        private final long[] need;
        private final double lost;

        /// @param need how much it takes of each resource
        /// @param lost how much work would be lost
        Candidate(PlacedPod pod, long[] need, double lost) {
            this.pod = pod;
            this.need = need;
            this.lost = lost;
        }

        PlacedPod pod() {
            return pod;
        }

        long[] need() {
            return need;
        }

        double lost() {
            return lost;
        }
    }

    private record Likeness(List<Long> need, Optional<Budget> budget) {}

    private final List<List<Candidate>> kinds;
    private final long[] missing;
    private final int most;
    private final List<List<Candidate>> found = new ArrayList<>();

    private Covers(Collection<Candidate> candidates, long[] missing, int most) {
        this.missing = missing;
        this.most = most;
        Map<Likeness, List<Candidate>> byLikeness = new HashMap<>();
        for (var one : candidates) {
            byLikeness
                    .computeIfAbsent(
                            new Likeness(
                                    Arrays.stream(one.need()).boxed().toList(),
                                    one.pod().budget()),
                            _ -> new ArrayList<>())
                    .add(one);
        }
        byLikeness.values().forEach(alike -> alike.sort(Comparator.comparingDouble(Candidate::lost)));
        this.kinds = byLikeness.values().stream()
                .filter(alike -> helps(alike.getFirst().need()))
                .sorted(Comparator.comparingDouble(alike -> alike.getFirst().lost()))
                .toList();
    }

    /// Returns them, the smallest first, and of those of the same size the ones with the least work to lose.
    ///
    /// @param most how many pods may go
    static List<List<Candidate>> of(Collection<Candidate> candidates, long[] missing, int most) {
        var covers = new Covers(candidates, missing, most);
        covers.choose(0, new ArrayList<>(), missing);
        covers.found.sort(Comparator.comparingInt((List<Candidate> cover) -> cover.size())
                .thenComparingDouble(
                        cover -> cover.stream().mapToDouble(Candidate::lost).sum()));
        return covers.found;
    }

    private boolean helps(long[] need) {
        for (var i = 0; i < need.length; i++) {
            if (missing[i] > 0 && need[i] > 0) {
                return true;
            }
        }
        return false;
    }

    private void choose(int kind, List<Candidate> chosen, long[] left) {
        if (isNothing(left)) {
            if (chosen.stream().allMatch(one -> isNeeded(one, chosen))) {
                found.add(List.copyOf(chosen));
            }
            return;
        }
        if (kind == kinds.size() || chosen.size() == most || found.size() >= MOST) {
            return;
        }
        var alike = kinds.get(kind);
        var more = new ArrayList<>(chosen);
        var rest = left;
        choose(kind + 1, more, rest);
        for (var next = 0; next < alike.size() && more.size() < most && !isNothing(rest); next++) {
            more.add(alike.get(next));
            rest = less(rest, alike.get(next).need());
            choose(kind + 1, more, rest);
        }
    }

    private boolean isNeeded(Candidate one, List<Candidate> chosen) {
        var rest = missing;
        for (var other : chosen) {
            rest = other == one ? rest : less(rest, other.need());
        }
        return !isNothing(rest);
    }

    private static long[] less(long[] missing, long[] need) {
        var less = missing.clone();
        for (var i = 0; i < less.length; i++) {
            less[i] = Math.max(0, less[i] - need[i]);
        }
        return less;
    }

    private static boolean isNothing(long[] missing) {
        for (var some : missing) {
            if (some > 0) {
                return false;
            }
        }
        return true;
    }
}
