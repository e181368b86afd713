package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.WorkedHour.Use;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Holds what is known of a workload, and says whether that is enough to give advice.
final class Evidence {
    /// Nobody is told to change what was not seen for more than a tenth of the time.
    static final double COVERAGE_LEAST = 0.9;
    /// A workload is looked at for a week at least, so that what it does once a week is among what was seen.
    static final int DAYS_LEAST = 7;
    /// What is idle is certain, so it takes less to tell somebody to stop it: work may hang within a day.
    static final long HELD_TO_STOP = 24 * Hour.MILLIS;
    /// Work that ends has to be seen twice: the next run may be another.
    static final int RUNS_LEAST = 2;

    /// Links that are up carry a little of their own.
    private static final double NVLINK_MOST = 1e6;

    private static final long DAY = 24 * Hour.MILLIS;
    private static final double MINUTE = 60_000;
    private static final Set<State> NOT_SEEN = Set.of(State.UNOBSERVED);

    private final WorkloadWeeks weeks;
    private final List<Use> uses;
    private final Map<Measure, Double> means;
    private final long[] minutes;
    private final List<Tag> tags;
    private final double coverage;
    private final long days;

    /// Works out once what many rules ask for.
    Evidence(WorkloadWeeks weeks) {
        this.weeks = weeks;
        this.uses = weeks.hours().stream().flatMap(hour -> hour.use().stream()).toList();
        this.means = means(uses);
        this.minutes = minutes(uses);
        this.tags = Tag.of(means, Tag.Minutes.of(minutes));
        this.coverage = coverage(weeks.hours());
        this.days = days(weeks.hours());
    }

    WorkloadWeeks weeks() {
        return weeks;
    }

    List<Use> uses() {
        return uses;
    }

    /// Returns the means over all hours.
    Map<Measure, Double> means() {
        return means;
    }

    long held() {
        return weeks.hours().stream()
                .mapToLong(hour -> Savings.millis(hour, Savings.HELD))
                .sum();
    }

    /// Returns what of the time that it held was seen. An hour of which nobody knows how it was used was not.
    double coverage() {
        return coverage;
    }

    private static double coverage(List<WorkedHour> hours) {
        var missed = hours.stream().mapToLong(Evidence::missed).sum();
        var all = hours.stream()
                .mapToLong(hour -> Savings.millis(hour, Savings.HELD) + Savings.millis(hour, NOT_SEEN))
                .sum();
        return missed == 0 ? 1 : 1 - (double) missed / all;
    }

    private static long missed(WorkedHour hour) {
        var isSilent = hour.use().isEmpty();
        var worked = Savings.millis(hour, Savings.HELD) - hour.held().getOrDefault(State.STARTING, 0L);
        return Savings.millis(hour, NOT_SEEN) + (isSilent ? worked : 0);
    }

    /// Returns on how many days of UTC it was seen.
    long days() {
        return days;
    }

    private static long days(List<WorkedHour> hours) {
        return hours.stream()
                .filter(hour -> hour.use().isPresent())
                .mapToLong(hour -> Math.floorDiv(hour.hour(), DAY))
                .distinct()
                .count();
    }

    boolean isEnoughToStop() {
        return coverage() >= COVERAGE_LEAST && held() >= HELD_TO_STOP;
    }

    boolean isEnoughToChange() {
        return coverage() >= COVERAGE_LEAST && days() >= DAYS_LEAST;
    }

    /// Whether enough is known to take units from its pods: it shared none of them.
    boolean isEnoughToResizePods() {
        return isEnoughToChange()
                && (Controller.isLongLived(weeks.name()) || runs() >= RUNS_LEAST)
                && uses.stream().allMatch(use -> use.sharedUnits() == 0);
    }

    /// Whether enough is known to give it smaller units, or fewer for the same work: how active they were in
    /// nearly all minutes. Work that waits for memory is not made smaller, as that is no waste.
    boolean isEnoughToResize() {
        return isEnoughToResizePods()
                && uses.stream().mapToLong(Slowdown::minutes).sum() * MINUTE
                        >= COVERAGE_LEAST * uses.stream().mapToLong(Use::seen).sum()
                && !tags().contains(Tag.MEMORY_BOUND);
    }

    /// Returns how often it ran: an hour in which it held nothing lies between two runs.
    int runs() {
        var hours = weeks.hours();
        return (int) IntStream.range(0, hours.size())
                .filter(i -> i == 0 || hours.get(i).hour() - hours.get(i - 1).hour() > Hour.MILLIS)
                .count();
    }

    /// Whether no pod of it ever held more than one unit.
    boolean isOfSingleUnits() {
        return !uses.isEmpty() && uses.stream().allMatch(use -> use.podUnits() == 1);
    }

    /// Whether its pods work at one thing together, as far as that can be told: what passes over NVLink says so.
    /// Where nobody measures that, several pods at a time of work that ends may.
    boolean isGang() {
        var traffic = means.get(Measure.NVLINK_BYTES_PER_SECOND);
        return traffic != null
                ? traffic > NVLINK_MOST
                : !Controller.isLongLived(weeks.name()) && uses.stream().anyMatch(use -> use.pods() > 1);
    }

    /// Returns the model that it ran on. Empty where it ran on several, as an activity means something else on
    /// each.
    Optional<GpuModel> model() {
        return weeks.models().size() == 1 ? GpuModels.of(weeks.models().getFirst()) : Optional.empty();
    }

    boolean isOnInstances() {
        return !weeks.profiles().isEmpty();
    }

    /// Returns how many minutes of units had an activity in each twentieth.
    long[] minutes() {
        return minutes.clone();
    }

    private static long[] minutes(List<Use> uses) {
        var minutes = new long[Use.PARTS];
        for (var use : uses) {
            for (var part = 0; part < minutes.length; part++) {
                minutes[part] += use.minutes().get(part);
            }
        }
        return minutes;
    }

    List<Tag> tags() {
        return tags;
    }

    private static Map<Measure, Double> means(List<Use> uses) {
        var sums = new EnumMap<Measure, Double>(Measure.class);
        var weights = new EnumMap<Measure, Double>(Measure.class);
        for (var use : uses) {
            use.means().forEach((measure, mean) -> {
                sums.merge(measure, mean * use.seen(), Double::sum);
                weights.merge(measure, (double) use.seen(), Double::sum);
            });
        }
        sums.replaceAll((measure, sum) -> sum / Math.max(1, weights.getOrDefault(measure, 1.0)));
        return sums;
    }
}
