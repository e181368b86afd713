package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Truth.Archetype;
import io.gpuledger.analyzer.advice.Truth.Basis;
import io.gpuledger.analyzer.advice.Truth.Card;
import io.gpuledger.analyzer.advice.Truth.Flaw;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Draws what a workload did, the same from the same seed: one of several kinds of work, and now and then
/// something nasty that happens once in two weeks.
final class DrawnTruth {
    /// The least and the most that a multiprocessor's work moves of memory.
    private static final double DRAM_LEAST = 0.03;

    private final SplittableRandom random;
    private final Archetype archetype;
    private final EnumSet<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    private final Basis basis;
    private final Card card;
    private final String kind;
    private final int pods;
    private final int units;
    private final boolean[] held = new boolean[Truth.MINUTES];
    private final boolean[] starting = new boolean[Truth.MINUTES];
    private final boolean[] lost = new boolean[Truth.MINUTES];
    private final float[][] active;
    private final float[][] dram;
    private final float[][] memory;

    private DrawnTruth(long seed) {
        random = new SplittableRandom(seed);
        archetype = of(List.of(Archetype.values()));
        basis = of(List.of(Basis.PROFILING, Basis.PROFILING, Basis.PROFILING, Basis.DRIVER, Basis.BARE));
        card = of(List.of(Card.values()));
        kind = switch (archetype) {
            case TRAINING, IDLE_PEERS -> of(List.of("Job", "PyTorchJob"));
            case BATCH -> of(List.of("CronJob", "Job"));
            case NOTEBOOK -> "Notebook";
            case SPARE_UNITS -> of(List.of("Deployment", "CronJob"));
            case DECODING, BURSTS, UNUSED, REPLICAS, STEADY -> of(List.of("Deployment", "Deployment", "StatefulSet"));
        };
        pods = switch (archetype) {
            case REPLICAS -> random.nextInt(2, 9);
            case DECODING, BURSTS -> random.nextInt(1, 5);
            default -> 1;
        };
        units = switch (archetype) {
            case TRAINING -> of(List.of(1, 2, 4));
            case IDLE_PEERS, SPARE_UNITS -> of(List.of(2, 4, 8));
            default -> 1;
        };
        active = new float[pods * units][Truth.MINUTES];
        dram = new float[pods * units][Truth.MINUTES];
        memory = new float[pods * units][Truth.MINUTES];
    }

    static Truth of(long seed) {
        return new DrawnTruth(seed).drawn();
    }

    private Truth drawn() {
        for (var flaw : Flaw.values()) {
            if (chance(flaw == Flaw.ONE_RUN ? 0.1 : 0.03)) {
                flaws.add(flaw);
            }
        }
        var profile = units == 1 && card.known().hasInstances() && chance(0.15)
                ? Optional.of(of(card.known().profiles()).name())
                : Optional.<String>empty();
        var total = profile.map(name -> card.instances.getOrDefault(name, 0.0)).orElse(card.gibibytes);
        hold();
        lose();
        for (var slot = 0; slot < active.length; slot++) {
            work(slot);
            remember(slot, total);
        }
        harm(total);
        return new Truth(
                archetype,
                new WorkloadName("east", "ml", kind, "w"),
                card,
                profile,
                pods,
                units,
                basis,
                flaws,
                held,
                starting,
                lost,
                active,
                dram,
                memory);
    }

    /// Draws when it was held: from some day to the end, and what ends in several runs, or in one.
    private void hold() {
        var first = flaws.contains(Flaw.YOUNG)
                ? Truth.MINUTES - random.nextInt(60, 6 * 24 * 60)
                : random.nextInt(0, Truth.WEEK - 24 * 60);
        var ends = !List.of("Deployment", "StatefulSet", "Notebook").contains(kind);
        if (!ends || flaws.contains(Flaw.ONE_RUN)) {
            run(first, Truth.MINUTES);
            return;
        }
        for (var at = first; at < Truth.MINUTES; ) {
            var length = random.nextInt(5 * 60, 40 * 60);
            run(at, Math.min(Truth.MINUTES, at + length));
            at += length + random.nextInt(125, 600);
        }
    }

    private void run(int from, int to) {
        Arrays.fill(held, from, to, true);
        Arrays.fill(starting, from, Math.min(to, from + random.nextInt(1, 10)), true);
    }

    private void lose() {
        var part = flaws.contains(Flaw.DARK) ? 0.2 : chance(0.2) ? 0.05 : 0;
        for (var minute = 0; minute < Truth.MINUTES; minute++) {
            lost[minute] = part > 0 && chance(part);
        }
    }

    /// Draws how active a unit was, and how much it moved.
    private void work(int slot) {
        var level = level(slot);
        var bursts = archetype == Archetype.BURSTS || archetype == Archetype.NOTEBOOK || chance(0.1);
        var noise = of(List.of(0.0, 0.05, 0.3));
        var most = basis == Basis.PROFILING ? DramActive.REACH_OF_SM : 1;
        var moves = archetype == Archetype.DECODING
                ? Math.min(most, 1.5 + random.nextDouble())
                : DRAM_LEAST * Math.pow(most / DRAM_LEAST, random.nextDouble());
        var wakes = random.nextInt(0, 24);
        var sleeps = wakes + random.nextInt(4, 20);
        for (var minute = 0; minute < Truth.MINUTES; minute++) {
            if (held[minute] && !starting[minute]) {
                var hour = minute / 60 % 24;
                var isAwake = !bursts || Math.floorMod(hour - wakes, 24) < sleeps - wakes;
                var its = isAwake ? level * (1 + noise * (2 * random.nextDouble() - 1)) : 0;
                its = bursts && isAwake && chance(0.7) ? its * random.nextDouble() : its;
                active[slot][minute] = (float) Math.clamp(its, 0, 1);
                dram[slot][minute] = (float) Math.min(1, moves * active[slot][minute]);
            }
        }
    }

    private double level(int slot) {
        return switch (archetype) {
            case TRAINING -> 0.4 + 0.6 * random.nextDouble();
            case DECODING -> 0.1 + 0.3 * random.nextDouble();
            case NOTEBOOK, BURSTS -> Math.pow(random.nextDouble(), 2);
            case UNUSED -> chance(0.5) ? 0 : 0.005;
            case IDLE_PEERS -> slot % units == 0 ? 0.7 : 0;
            case SPARE_UNITS -> slot % units < units / 2 ? 0.3 + 0.7 * random.nextDouble() : 0;
            case REPLICAS -> 0.4 * random.nextDouble();
            case BATCH, STEADY -> of(List.of(0.03, 0.1, 0.1428, 0.1429, 0.149, 0.2, 0.28, 0.35, 0.42, 0.6));
        };
    }

    private void remember(int slot, double total) {
        var isEmpty = archetype == Archetype.SPARE_UNITS && slot % units >= units / 2;
        var most = isEmpty ? 0.4 : total * of(List.of(0.02, 0.08, 0.1, 0.11, 0.15, 0.2, 0.3, 0.4, 0.45, 0.7, 0.9));
        var grows = chance(0.5);
        for (var minute = 0; minute < Truth.MINUTES; minute++) {
            if (held[minute]) {
                memory[slot][minute] = (float) (grows ? most * (0.7 + 0.3 * minute / Truth.MINUTES) : most);
            }
        }
    }

    /// Does something nasty.
    private void harm(double total) {
        var slot = random.nextInt(active.length);
        if (chance(0.1)) {
            memory[slot][random.nextInt(Truth.MINUTES)] = (float) (total * (0.3 + 0.68 * random.nextDouble()));
        }
        if (chance(0.1)) {
            for (var at = random.nextInt(Truth.WEEK); at < Truth.MINUTES; at += Truth.WEEK) {
                rush(slot, at, 60, 0.97);
            }
        }
        if (chance(0.1)) {
            rush(slot, random.nextInt(Truth.MINUTES), random.nextInt(2, 30), 1);
        }
        if (chance(0.05)) {
            rush(slot, 0, Truth.MINUTES, 0.95);
        }
        if (chance(0.2)) {
            moveInAFewMinutes();
        }
    }

    private void rush(int slot, int from, int length, double level) {
        for (var minute = from; minute < Math.min(Truth.MINUTES, from + length); minute++) {
            if (held[minute] && !starting[minute]) {
                active[slot][minute] = (float) level;
            }
        }
    }

    /// Of each hour, all that is moved is moved in as few minutes as it takes.
    private void moveInAFewMinutes() {
        var most = basis == Basis.PROFILING ? DramActive.REACH_OF_SM : 1;
        for (var slot = 0; slot < active.length; slot++) {
            for (var hour = 0; hour < Truth.MINUTES; hour += Truth.HOUR) {
                var left = 0.0;
                for (var minute = hour; minute < hour + Truth.HOUR; minute++) {
                    left += dram[slot][minute];
                    dram[slot][minute] = 0;
                }
                for (var minute = hour; minute < hour + Truth.HOUR; minute++) {
                    var its = Math.min(left, Math.min(1, most * active[slot][minute]));
                    dram[slot][minute] = (float) its;
                    left -= its;
                }
            }
        }
    }

    private boolean chance(double part) {
        return random.nextDouble() < part;
    }

    private <T> T of(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
