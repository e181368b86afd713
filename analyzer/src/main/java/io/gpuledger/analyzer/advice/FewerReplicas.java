package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.advice.WorkedHour.Use;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import java.util.Optional;

/// The replicas of a Deployment or a StatefulSet have so little to do that fewer do the same work: K of them,
/// where K is the least number with
///
/// - K >= peaks / 0.8 in each hour: no minute had more to do than the sum of what each unit did in its busiest
///   minute;
/// - the time that K units need for moving the same bytes is bearable ([Slowdown]). Of n units that moved d
///   minutes in an hour, no minute can have moved more than c, the lesser of n and what these peaks allow; so
///   it takes at most d x (1 / K - 1 / c) minutes longer.
///
/// The work is taken to be spread evenly. Each replica needs the memory that it has, which changes nothing. It
/// is not for replicas that wait for memory: those for which it was, or may have been, active for 30 % or more of
/// any hour ([DramActive]).
///
/// It saves of each hour what was held beyond K units.
final class FewerReplicas implements Rule {
    /// A fifth of each unit is left for what comes at once.
    static final double LOAD_MOST = 0.8;
    /// One of them may be replaced at any time, and then the other one answers.
    static final int REPLICAS_LEAST = 2;

    static final double DRAM_MOST = 0.3;

    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        if (!Controller.isScaled(evidence.weeks().name())
                || !evidence.isEnoughToResize()
                || !evidence.isOfSingleUnits()
                || evidence.isGang()
                || evidence.uses().stream().anyMatch(use -> DramActive.of(use) >= DRAM_MOST)) {
            return Optional.empty();
        }
        var now = evidence.weeks().hours().stream()
                .mapToLong(FewerReplicas::replicas)
                .max()
                .orElse(0);
        var peaks = evidence.uses().stream().mapToDouble(Use::peaks).max().orElse(0);
        var least = Math.max(REPLICAS_LEAST, (long) Math.ceil(peaks / LOAD_MOST));
        while (least < now && !moves(evidence.uses(), least)) {
            least++;
        }
        return least < now ? Optional.of(advice(evidence.weeks(), now, least, peaks)) : Optional.empty();
    }

    /// Whether so many units move the same bytes in time.
    private static boolean moves(List<Use> uses, long units) {
        var all = 0.0;
        var longer = 0.0;
        var worst = 0.0;
        for (var use : uses) {
            var most = Math.min(use.units(), DramActive.reach(use) * use.peaks());
            var its = most > units ? Slowdown.moved(use) * (1.0 / units - 1 / most) : 0;
            all += (double) Slowdown.minutes(use) / Math.max(1, use.units());
            longer += its;
            worst = Math.max(worst, its);
        }
        return new Slowdown(longer / Math.max(1, all), worst).isBearable();
    }

    /// Returns how many units were held at a time.
    private static long replicas(WorkedHour hour) {
        return Math.round((double) Savings.millis(hour, Savings.HELD) / Hour.MILLIS);
    }

    private static Advice advice(WorkloadWeeks weeks, long now, long least, double peaks) {
        return new Advice(
                weeks.name(),
                Kind.FEWER_GPUS,
                "Run %d replicas instead of %d.".formatted(least, now),
                "In the busiest minute all of its replicas together had no more to do than %.1f GPUs can do."
                        .formatted(Math.max(0.1, peaks)),
                "No replica would have been busier than %s in any minute, if each gets the same part of the work."
                        .formatted(Words.percent(LOAD_MOST)),
                Savings.of(weeks, Savings.HELD, hour -> {
                    var held = Savings.millis(hour, Savings.HELD);
                    return held == 0 ? 0 : 1 - (double) least * Hour.MILLIS / held;
                }),
                isSteady(weeks, now) ? Confidence.LIKELY : Confidence.WORTH_A_TRY,
                remedy(weeks, now, least));
    }

    /// Whether it had about as many replicas in each hour: otherwise something scales it already.
    private static boolean isSteady(WorkloadWeeks weeks, long now) {
        return weeks.hours().stream().filter(hour -> replicas(hour) >= now - 1).count()
                >= Evidence.COVERAGE_LEAST * weeks.hours().size();
    }

    /// The replicas of a StatefulSet may each have a part of the data.
    private static Remedy remedy(WorkloadWeeks weeks, long now, long least) {
        return weeks.name().kind().equals("Deployment") && isSteady(weeks, now)
                ? Controller.kubectl("scale", weeks.name(), "--replicas=" + least)
                        .orElseGet(() -> new Remedy.AskOwner("Can it run with %d replicas?".formatted(least)))
                : new Remedy.AskOwner(
                        "Can %d replicas do the work, and what decides how many there are?".formatted(least));
    }
}
