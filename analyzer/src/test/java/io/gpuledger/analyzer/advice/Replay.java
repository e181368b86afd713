package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Truth.Card;
import java.util.Optional;
import java.util.regex.Pattern;

/// What would have happened had an advice been followed from the beginning: minute by minute of the truth, on
/// the size that it names. It reads from the advice what its reader reads, and reckons by none of the rules.
///
/// @param memory how much of the memory there was used at the most
/// @param longer by how much the work took longer, as a part of the minutes that it took
/// @param worst by how many minutes the work of an hour took longer at the most
/// @param busiest how active each of fewer replicas was in any minute
record Replay(double memory, double longer, double worst, double busiest) {
    private static final Pattern INSTANCE = Pattern.compile("an instance (\\S+) instead");
    private static final Pattern MODEL = Pattern.compile("Run it on (.+) instead");
    private static final Pattern SHARERS = Pattern.compile("Share its GPU (\\d+) ways");
    private static final Pattern REPLICAS = Pattern.compile("Run (\\d+) replicas");
    private static final Pattern UNITS = Pattern.compile("Ask for (\\d+) GPUs? a pod");
    private static final Pattern LONGER = Pattern.compile("at most ([0-9.]+) % longer");
    private static final Pattern WORST = Pattern.compile("more than (\\d+) minutes longer");
    private static final Pattern BUSIER = Pattern.compile("busier than ([0-9.]+) %");
    private static final double ROUNDING = 1e-6;

    static Replay of(Truth truth, Advice advice) {
        var what = advice.what();
        var slices = truth.slices();
        return switch (advice.kind()) {
            case MIG_PROFILE -> {
                var profile =
                        truth.card().known().profile(found(INSTANCE, what)).orElseThrow();
                yield onParts(
                        truth,
                        truth.memoryPeak() / truth.card().instances.getOrDefault(profile.name(), 0.0),
                        (double) profile.computeSlices() / slices.computeSlices(),
                        (double) profile.memorySlices() / slices.memorySlices());
            }
            case SMALLER_GPU -> {
                var card = Card.of(found(MODEL, what));
                yield onParts(
                        truth,
                        truth.memoryPeak() / card.gibibytes,
                        card.known().computeOf(truth.card().known()),
                        card.known().bandwidthOf(truth.card().known()));
            }
            case SHARE -> {
                var sharers = Integer.parseInt(found(SHARERS, what));
                yield onParts(truth, sharers * truth.memoryPeak() / truth.gibibytes(), 1.0 / sharers, 1.0 / sharers);
            }
            case FEWER_GPUS ->
                what.startsWith("Run ")
                        ? onReplicas(truth, Integer.parseInt(found(REPLICAS, what)))
                        : onUnits(truth, Integer.parseInt(found(UNITS, what)));
            case STOP, TUNE, WARNING -> throw new IllegalArgumentException("not of a size: " + advice);
        };
    }

    /// Returns what was worse than the advice had said, or than any advice may say. Empty where it kept its word.
    Optional<String> broken(Advice advice) {
        var saysLonger = Math.min(5, Double.parseDouble(found(LONGER, advice.margin(), "5"))) / 100;
        var saysWorst = Math.min(15, Double.parseDouble(found(WORST, advice.margin(), "15")));
        var saysBusiest = Double.parseDouble(found(BUSIER, advice.margin(), "100")) / 100;
        return memory > 1
                        || longer > saysLonger + ROUNDING
                        || worst > saysWorst + ROUNDING
                        || busiest > saysBusiest + ROUNDING
                ? Optional.of("%s %s: %s".formatted(advice.what(), advice.margin(), this))
                : Optional.empty();
    }

    /// Each unit has a part of what it had.
    static Replay onParts(Truth truth, double memory, double compute, double bandwidth) {
        var all = 0L;
        var longer = 0.0;
        var worst = 0.0;
        for (var hour = 0; hour < Truth.MINUTES; hour += Truth.HOUR) {
            var its = 0.0;
            for (var minute = hour; minute < hour + Truth.HOUR; minute++) {
                if (truth.isSeen(minute)) {
                    for (var slot = 0; slot < truth.slots(); slot++) {
                        its += longer(truth.active()[slot][minute] / compute, truth.dram()[slot][minute] / bandwidth);
                    }
                    all += truth.slots();
                }
            }
            longer += its;
            worst = Math.max(worst, its);
        }
        return new Replay(memory, longer / Math.max(1, all), worst, 0);
    }

    /// So many replicas have the work of all between them.
    static Replay onReplicas(Truth truth, int replicas) {
        var all = 0L;
        var longer = 0.0;
        var worst = 0.0;
        var busiest = 0.0;
        for (var hour = 0; hour < Truth.MINUTES; hour += Truth.HOUR) {
            var its = 0.0;
            for (var minute = hour; minute < hour + Truth.HOUR; minute++) {
                if (truth.isSeen(minute)) {
                    var active = 0.0;
                    var dram = 0.0;
                    for (var slot = 0; slot < truth.slots(); slot++) {
                        active += truth.active()[slot][minute];
                        dram += truth.dram()[slot][minute];
                    }
                    its += longer(active / replicas, dram / replicas);
                    busiest = Math.max(busiest, active / replicas);
                    all++;
                }
            }
            longer += its;
            worst = Math.max(worst, its);
        }
        return new Replay(truth.memoryPeak() / truth.gibibytes(), longer / Math.max(1, all), worst, busiest);
    }

    /// A pod that needs a unit more than it has runs out of memory, as it were.
    static Replay onUnits(Truth truth, int units) {
        return new Replay((double) unitsInUse(truth) / units, 0, 0, 0);
    }

    /// Returns the most units of a pod that did anything or had more in use than a context takes, in any
    /// minute.
    static int unitsInUse(Truth truth) {
        var most = 0;
        for (var minute = 0; minute < Truth.MINUTES; minute++) {
            for (var pod = 0; pod < truth.pods() && truth.isSeen(minute); pod++) {
                var used = 0;
                for (var slot = pod * truth.unitsOfPod(); slot < (pod + 1) * truth.unitsOfPod(); slot++) {
                    used += truth.active()[slot][minute] > 0.05 || truth.memory()[slot][minute] > 1 ? 1 : 0;
                }
                most = Math.max(most, used);
            }
        }
        return most;
    }

    private static double longer(double active, double dram) {
        return Math.max(0, Math.max(active, dram) - 1);
    }

    private static String found(Pattern pattern, String text) {
        return found(pattern, text, "");
    }

    private static String found(Pattern pattern, String text, String otherwise) {
        var matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
