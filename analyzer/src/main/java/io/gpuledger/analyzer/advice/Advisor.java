package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// Says what to change about a workload. Where its pods are annotated as exempt, nothing is said but a warning;
/// nothing is said either where too little is known ([Evidence]), and of what would save little. Of the ways to
/// give it another size only the best is told, so what is told may be added up: but for idle time, which a
/// smaller size saves a part of as well.
public final class Advisor {
    /// An advice that saves less than this in a week is not worth the time of its reader.
    static final long SAVED_LEAST = 4L * 3_600_000;

    static final double PART_LEAST = 0.05;
    /// What is only worth a try counts for half of what it would save.
    private static final double CHANCE = 0.5;

    private static final List<Rule> STOPS = List.of(new StopHung(), new StopAtHours());
    private static final List<Rule> SIZES =
            List.of(new UnusedUnits(), new FewerReplicas(), new SmallerInstance(), new SmallerGpu(), new ShareGpu());
    private static final List<Rule> TUNES = List.of(new IdlePeers(), new SlowStart());

    private Advisor() {}

    /// Returns what to change about a workload, the best first.
    public static List<Advice> of(WorkloadWeeks weeks, Offers offers) {
        var evidence = new Evidence(weeks);
        var advice = new ArrayList<Advice>();
        new Crowding().advice(evidence, offers).ifPresent(advice::add);
        if (weeks.exempt().isPresent()) {
            return advice;
        }
        var unused = all(List.of(new StopUnused()), evidence, offers).toList();
        advice.addAll(unused);
        if (unused.isEmpty()) {
            advice.addAll(ofUsed(evidence, offers));
        }
        return bestFirst(advice);
    }

    /// Returns advice for several workloads, the best first: what saves the most money, or GPU-hours where
    /// nothing has a price. Warnings come last, but for those of which the worst may happen any time: these
    /// come first.
    public static List<Advice> bestFirst(Collection<Advice> advice) {
        return advice.stream()
                .sorted(Comparator.comparingInt(Advisor::rank)
                        .thenComparing(Comparator.comparingDouble(money(advice)).reversed())
                        .thenComparing(Comparator.comparingLong(
                                        (Advice one) -> one.saving().millis())
                                .reversed()))
                .toList();
    }

    /// Returns what to change about something that is used: what is not is to be stopped, and not to be made
    /// smaller.
    private static List<Advice> ofUsed(Evidence evidence, Offers offers) {
        var advice = new ArrayList<Advice>();
        if (evidence.isEnoughToStop()) {
            all(STOPS, evidence, offers).forEach(advice::add);
        }
        if (evidence.isEnoughToChange()) {
            best(all(SIZES, evidence, offers)).ifPresent(advice::add);
            all(TUNES, evidence, offers).forEach(advice::add);
            new TuneByTag().advice(evidence, offers).ifPresent(advice::add);
        }
        return advice;
    }

    private static Stream<Advice> all(List<Rule> rules, Evidence evidence, Offers offers) {
        var held = Savings.of(evidence.weeks(), Savings.HELD, _ -> 1);
        return rules.stream()
                .flatMap(rule -> rule.advice(evidence, offers).stream())
                .filter(advice -> isWorthIt(advice, held));
    }

    private static Optional<Advice> best(Stream<Advice> sizes) {
        var all = sizes.toList();
        var money = money(all);
        return all.stream()
                .max(Comparator.comparingDouble((Advice one) -> chance(one) * money.applyAsDouble(one))
                        .thenComparingDouble(one -> chance(one) * one.saving().millis()));
    }

    private static double chance(Advice advice) {
        return advice.confidence() == Confidence.WORTH_A_TRY ? CHANCE : 1;
    }

    /// Whether it saves four GPU-hours and a twentieth of what was held in the week, or as much of its money
    /// where it saves money only.
    private static boolean isWorthIt(Advice advice, Saving held) {
        var saving = advice.saving();
        return advice.kind() == Kind.SMALLER_GPU
                ? held.millis() >= SAVED_LEAST
                        && saving.cost().entrySet().stream()
                                .anyMatch(its -> its.getValue()
                                        >= PART_LEAST * held.cost().getOrDefault(its.getKey(), Long.MAX_VALUE))
                : saving.millis() >= SAVED_LEAST && saving.millis() >= PART_LEAST * held.millis();
    }

    private static int rank(Advice advice) {
        if (advice.kind() != Kind.WARNING) {
            return 1;
        }
        return advice.confidence() == Confidence.CERTAIN ? 0 : 2;
    }

    /// Returns what each saves in money. Amounts in several currencies are not compared: then it is time that counts.
    private static ToDoubleFunction<Advice> money(Collection<Advice> advice) {
        var currencies = advice.stream()
                .flatMap(one -> one.saving().cost().keySet().stream())
                .distinct()
                .toList();
        return one -> currencies.size() == 1 ? one.saving().cost().getOrDefault(currencies.getFirst(), 0L) : 0;
    }
}
