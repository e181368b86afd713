package io.gpuledger.analyzer.stranded;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds how many units of a node can be given to pods at once, however they are chosen and however many of each kind
/// come: exactly, by all sums of pods that leave the most of everything else.
///
///     reach(0) = {nothing taken}
///     reach(u) = what is taken by reach(u - units of p) and p together, of all kinds of pods p, where no more is taken
///                than is left; of two of these of which one takes at least as much of everything, only the other
///     most     = the greatest u <= units with a reach(u) that is not empty
final class Packing {
    /// A kind of pod.
    ///
    /// @param units how many units one takes, at least one
    /// @param needs how much one takes of everything else
    record Kind(int units, List<Long> needs) {}

    private final List<Kind> kinds;
    private final List<Long> left;

    /// @param left how much is left of everything else, in the order of what pods need
    Packing(Collection<Kind> kinds, List<Long> left) {
        this.kinds = modest(kinds);
        this.left = List.copyOf(left);
    }

    /// Returns the kinds without those that take as many units as another one, and no less of anything else.
    private static List<Kind> modest(Collection<Kind> kinds) {
        var byUnits = new HashMap<Integer, List<List<Long>>>();
        kinds.forEach(kind -> add(byUnits.computeIfAbsent(kind.units(), _ -> new ArrayList<>()), kind.needs()));
        var modest = new ArrayList<Kind>();
        byUnits.forEach((units, all) -> all.forEach(needs -> modest.add(new Kind(units, needs))));
        return modest;
    }

    /// Adds an amount to those of which none takes at least as much of everything as another.
    private static void add(List<List<Long>> least, List<Long> amount) {
        if (least.stream().noneMatch(one -> isWithin(one, amount))) {
            least.removeIf(one -> isWithin(amount, one));
            least.add(amount);
        }
    }

    private static boolean isWithin(List<Long> some, List<Long> most) {
        for (var i = 0; i < some.size(); i++) {
            if (some.get(i) > most.get(i)) {
                return false;
            }
        }
        return true;
    }

    int most(int units) {
        return kinds.stream().anyMatch(kind -> fills(kind, units)) ? units : search(units);
    }

    /// Whether pods of one kind fill all units: that is nearly always so.
    private boolean fills(Kind kind, int units) {
        var times = units / kind.units();
        return units % kind.units() == 0
                && isWithin(kind.needs().stream().map(need -> need * times).toList(), left);
    }

    private int search(int units) {
        var reach = new HashMap<Integer, List<List<Long>>>(
                Map.of(0, List.of(left.stream().map(_ -> 0L).toList())));
        var most = 0;
        for (var sum = 1; sum <= units; sum++) {
            var least = new ArrayList<List<Long>>();
            for (var kind : kinds) {
                for (var taken : reach.getOrDefault(sum - kind.units(), List.of())) {
                    var more = sum(taken, kind.needs());
                    if (isWithin(more, left)) {
                        add(least, more);
                    }
                }
            }
            if (!least.isEmpty()) {
                reach.put(sum, least);
                most = sum;
            }
        }
        return most;
    }

    private static List<Long> sum(List<Long> some, List<Long> more) {
        var sum = new ArrayList<Long>();
        for (var i = 0; i < some.size(); i++) {
            sum.add(some.get(i) + more.get(i));
        }
        return sum;
    }
}
