package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The books of a GPU, kept by looking at each moment of it by itself: plain and slow, and by the words of the rules
/// alone. For GPUs of coarse fleets, where all that happens, happens when it is told.
final class Recount {
    private static final Set<Trait> UNKNOWN =
            Set.of(Trait.MIG, Trait.NO_ACTIVITY, Trait.PARTIAL_SAMPLES, Trait.READ_TWICE);

    /// Whose time it was, and in which state.
    record Sum(UnitId unit, State state, Optional<Owner> owner) {}

    private final DrawnGpu gpu;
    private final Moments moments;
    private final Map<Owner, Judged> judged = new HashMap<>();

    Recount(DrawnGpu gpu) {
        this.gpu = gpu;
        this.moments = new Moments(gpu.facts(), gpu.window());
        moments.tenants().forEach((owner, tenant) -> judged.put(owner, new Judged(moments, tenant)));
    }

    /// Whether there is but one way to count it, and it is known here.
    static boolean suits(DrawnGpu gpu) {
        return Collections.disjoint(gpu.traits(), UNKNOWN);
    }

    boolean isBlurred() {
        return moments.isBlurred() || judged.values().stream().anyMatch(Judged::isClose);
    }

    /// Milliseconds of the unit in an hour.
    Map<Sum, Double> hour(long hour) {
        var sums = new HashMap<Sum, Double>();
        for (var at = moments.begin(hour); moments.millis(at) < hour + Hour.MILLIS; at++) {
            if (moments.at(at).isThere) {
                add(at, sums);
            }
        }
        return sums;
    }

    private void add(int at, Map<Sum, Double> sums) {
        var moment = moments.at(at);
        var held = moment.shares.values().stream().mapToDouble(share -> share).sum();
        moment.shares.forEach((owner, share) -> {
            if (moment.isSick) {
                add(sums, State.UNHEALTHY, owner, share);
            } else {
                var seen = moment.isKnown ? moment.seen : 0;
                add(sums, State.UNOBSERVED, owner, share * (1 - seen));
                var state = Optional.ofNullable(judged.get(owner)).orElseThrow().at(at);
                if (state == State.USED) {
                    var own = Optional.ofNullable(moment.own.get(owner));
                    var used = Math.min(share * seen, own.orElse(moment.active * share / held));
                    add(sums, State.USED, owner, used);
                    add(sums, State.UNDERUSED, owner, share * seen - used);
                } else {
                    add(sums, state, owner, share * seen);
                }
            }
        });
        var rest = 1 - held;
        if (moment.isSick) {
            add(sums, State.UNHEALTHY, rest);
        } else {
            add(sums, State.UNOBSERVED, rest * (1 - moment.answered));
            add(sums, unheld(moments.millis(at)), rest * moment.answered);
        }
    }

    private State unheld(long millis) {
        if (gpu.facts().withheld().stream().anyMatch(mark -> mark.span().contains(millis))) {
            return State.WITHHELD;
        }
        return gpu.facts().stranded(gpu.facts().gpu()).stream()
                        .anyMatch(mark -> mark.span().contains(millis))
                ? State.STRANDED
                : State.FREE;
    }

    private void add(Map<Sum, Double> sums, State state, Owner owner, double part) {
        sums.merge(new Sum(gpu.facts().gpu(), state, Optional.of(owner)), part * Moment.MILLIS, Double::sum);
    }

    private void add(Map<Sum, Double> sums, State state, double part) {
        sums.merge(new Sum(gpu.facts().gpu(), state, Optional.empty()), part * Moment.MILLIS, Double::sum);
    }
}
