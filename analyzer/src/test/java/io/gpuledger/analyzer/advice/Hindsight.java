package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.advice.Offers.Offer;
import io.gpuledger.analyzer.advice.Truth.Card;
import io.gpuledger.analyzer.advice.Truth.Flaw;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Draws workloads of which every minute is known, asks what to change about them, and plays these minutes on
/// the advised size: none may run out of memory, or become slower than was said. And it tells how much of what
/// could have been saved was found.
public final class Hindsight {
    private static final Set<Kind> SIZES = Set.of(Kind.FEWER_GPUS, Kind.SMALLER_GPU, Kind.MIG_PROFILE, Kind.SHARE);
    private static final Set<Flaw> SAYS_NOTHING = Set.of(Flaw.EXEMPT, Flaw.SHARED, Flaw.DARK, Flaw.YOUNG);
    private static final double MICROS = 1_000_000;

    /// What was told of a kind.
    ///
    /// @param money millionths that it saves in the reported week
    /// @param longer the worst that came of it, as is `minutes`
    record Told(long count, long money, double memory, double longer, double minutes) {
        static final Told NOTHING = new Told(0, 0, 0, 0, 0);

        Told and(long its, Replay replay) {
            return new Told(
                    count + 1,
                    money + its,
                    Math.max(memory, replay.memory()),
                    Math.max(longer, replay.longer()),
                    Math.max(minutes, replay.worst()));
        }
    }

    private final long seed;
    private final Map<Kind, Told> told = new EnumMap<>(Kind.class);
    private final List<String> broken = new ArrayList<>();
    private int count;
    private int thin;
    private long found;
    private long possible;
    private long idleFound;
    private long idle;

    Hindsight(long seed) {
        this.seed = seed;
    }

    /// Exits with 1 if an advice did not keep its word.
    ///
    /// @param args how many workloads, and the seed; 10,000 and 1 if it is not said
    public static void main(String[] args) {
        var hindsight = new Hindsight(args.length > 1 ? Long.parseLong(args[1]) : 1);
        hindsight.look(args.length > 0 ? Integer.parseInt(args[0]) : 10_000);
        var text = Machine.here().text() + ".\n\n" + hindsight.text();
        System.out.print(text);
        hindsight.broken().forEach(System.err::println);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "advice").matches(text);
        }
        System.exit(hindsight.broken().isEmpty() ? 0 : 1);
    }

    void look(int workloads) {
        for (var i = 0; i < workloads; i++) {
            lookAt(seed * 1_000_003 + i);
        }
    }

    /// Returns what was told wrong, with the seed of the workload.
    List<String> broken() {
        return broken;
    }

    /// Returns how much of what another size saves was found, of the workloads of which anything may be said.
    double found() {
        return (double) found / possible;
    }

    double idleFound() {
        return (double) idleFound / idle;
    }

    private void lookAt(long its) {
        var truth = DrawnTruth.of(its);
        var weeks = BookedTruth.of(truth);
        var offers = offers(new SplittableRandom(its + 1));
        var advice = Advisor.of(weeks, offers);
        count++;
        advice.stream()
                .flatMap(one -> Stream.of(Laws.of(weeks, one), mustNotBeSaid(truth, one))
                        .flatMap(List::stream))
                .forEach(problem -> broken.add("seed " + its + ": " + problem));
        advice.stream().filter(one -> SIZES.contains(one.kind())).forEach(one -> replay(its, truth, one));
        if (truth.flaws().isEmpty()) {
            var most = new Oracle(truth, weeks, offers).saves();
            possible += most;
            found += Math.min(most, found(advice));
            idle += Savings.of(weeks, Savings.IDLE, hour -> IdleHours.isIdle(hour) ? 1 : 0)
                    .millis();
            idleFound += advice.stream()
                    .filter(one -> one.kind() == Kind.STOP)
                    .mapToLong(one -> one.saving().millis())
                    .sum();
        } else {
            thin++;
        }
    }

    /// Returns what the size saves that is told, or else what it saves to stop what is not used.
    private static long found(List<Advice> advice) {
        return Stream.of(SIZES, Set.of(Kind.STOP))
                .mapToLong(kinds -> advice.stream()
                        .filter(one -> kinds.contains(one.kind()))
                        .mapToLong(one -> one.saving().cost().getOrDefault("EUR", 0L))
                        .sum())
                .filter(saved -> saved > 0)
                .findFirst()
                .orElse(0);
    }

    private void replay(long its, Truth truth, Advice advice) {
        var replay = Replay.of(truth, advice);
        replay.broken(advice).ifPresent(problem -> broken.add("seed " + its + ": " + problem));
        told.merge(
                advice.kind(),
                Told.NOTHING.and(advice.saving().cost().getOrDefault("EUR", 0L), replay),
                (one, _) -> one.and(advice.saving().cost().getOrDefault("EUR", 0L), replay));
    }

    private static List<String> mustNotBeSaid(Truth truth, Advice advice) {
        var flaws = truth.flaws();
        var isThin = flaws.stream().anyMatch(SAYS_NOTHING::contains)
                || (flaws.contains(Flaw.ONE_RUN) && !Controller.isLongLived(truth.name()));
        // Who is exempt, or of whom little is known, is warned all the same: others share the memory with it.
        var isSaid = ((flaws.contains(Flaw.EXEMPT) || flaws.contains(Flaw.DARK)) && advice.kind() != Kind.WARNING)
                || (isThin && SIZES.contains(advice.kind()));
        return isSaid ? List.of("too little is known for " + advice) : List.of();
    }

    /// A fleet that has some of the models, and some of them cut.
    private static Offers offers(SplittableRandom random) {
        var has =
                Stream.of(Card.values()).filter(_ -> random.nextDouble() < 0.6).toList();
        return new Offers(
                has.stream()
                        .map(card -> new Offer(
                                card.model, Math.round(card.gibibytes * Past.GIBIBYTE), Map.of("EUR", card.price)))
                        .toList(),
                has.stream()
                        .collect(Collectors.toMap(
                                card -> card.model,
                                card -> card.instances.keySet().stream()
                                        .sorted()
                                        .filter(_ -> random.nextDouble() < 0.5)
                                        .toList())));
    }

    String text() {
        var lines = new StringBuilder(String.format(
                Locale.ROOT, """
                %,d workloads of seed %d, of %,d of which nothing or little may be said. Of what another size could have saved of the others in the reported week, EUR %,.0f, %.1f %% was found, and of the hours in which they were idle %.1f %%.

                | advice | told | saves, EUR a week | most of memory or GPUs used | longer at the most | in an hour |
                |---|---:|---:|---:|---:|---:|
                """, count, seed, thin, possible / MICROS, 100 * found(), 100 * idleFound()));
        told.forEach((kind, its) -> lines.append(String.format(
                Locale.ROOT,
                "| %s | %,d | %,.0f | %.1f %% | %.2f %% | %.1f min |%n",
                kind.word(),
                its.count(),
                its.money() / MICROS,
                100 * its.memory(),
                100 * its.longer(),
                its.minutes())));
        return lines.toString();
    }
}
