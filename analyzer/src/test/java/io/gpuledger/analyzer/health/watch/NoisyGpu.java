package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holdings;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/// A GPU in a fleet that is as idle, as busy and as unlucky as published ones are, and that is healthy but for
/// that. It is read each minute.
///
/// - What its pods do is drawn as published ([DrawnWork]), or is what pods did ([PodTrace]).
/// - It fails as often as those that trained Llama 3 did: 148 faults of GPUs and 72 of their memory in 54 days
///   of 16,384. It is reset, or its node restarted, within some hours.
/// - Programs have errors of their own, one in twenty days; some packets over PCIe are sent again, some check
///   sums of NVLink are wrong, power caps are reached, and the temperature has peaks of minutes.
/// - What its clock does, and what it draws, differs with the job ([NoisyClock]).
final class NoisyGpu {
    private static final int STEP_SECONDS = 60;
    private static final double STEPS_A_DAY = 86_400.0 / STEP_SECONDS;
    private static final double FAULTS_A_DAY = (148 + 72) / 54.0 / 16_384;
    private static final double PROGRAM_ERRORS_A_DAY = 0.05;
    private static final int[] OF_PROGRAMS = {13, 31, 43, 45};
    private static final int[] FATAL = {79, 95, 119};

    private static final List<Field> TOLD = List.of(
            Field.LOST,
            Field.OBSERVED_SECONDS,
            Field.BUSY_SECONDS,
            Field.SM_ACTIVE_SECONDS,
            Field.MEMORY_USED_BYTES,
            Field.MEMORY_TOTAL_BYTES,
            Field.TEMPERATURE_CELSIUS,
            Field.MEMORY_TEMPERATURE_CELSIUS,
            Field.POWER_WATTS,
            Field.POWER_LIMIT_WATTS,
            Field.SM_CLOCK_HERTZ,
            Field.THROTTLED_POWER_CAP_SECONDS,
            Field.THROTTLED_SW_THERMAL_SECONDS,
            Field.THROTTLED_HW_THERMAL_SECONDS,
            Field.ECC_CORRECTED_ERRORS,
            Field.ECC_UNCORRECTED_ERRORS,
            Field.PCIE_REPLAYS,
            Field.NVLINK_SENT_BYTES,
            Field.NVLINK_CRC_ERRORS,
            Field.NVLINK_REPLAY_ERRORS,
            Field.NVLINK_LINKS_UP);
    /// While it is lost its counters stand, and nothing is measured.
    private static final List<Field> TOLD_OF_LOST = TOLD.stream()
            .filter(field -> field.kind() == Field.Kind.COUNTER || field == Field.LOST)
            .toList();

    private final Unit unit;
    private final Random random;
    private final Work work;
    private final NoisyClock clock;
    private final double faultsADay;
    private final double[] now = new double[Field.ALL.size()];
    private final Map<Integer, Long> xids = new TreeMap<>();
    private final List<Long> faults = new ArrayList<>();
    private final List<Double> activities = new ArrayList<>();
    private List<Holding> holdings = List.of();
    private int pods;
    private Work.Stay stay;
    private int minuteOfPod;
    private int stepsLost;
    private int stepsOfPeak;
    private long step;

    /// @param unlucky how many times as often as published it fails
    NoisyGpu(int number, Random random, double unlucky, Work work) {
        this.unit = Unit.of(new UnitId("here", "GPU-" + number, Optional.empty()), "node-" + number / 8);
        this.random = random;
        this.work = work;
        this.clock = new NoisyClock(new Random(random.nextLong()));
        this.faultsADay = unlucky * FAULTS_A_DAY;
        set(Field.MEMORY_TOTAL_BYTES, 80.0 * (1L << 30));
        set(Field.POWER_LIMIT_WATTS, NoisyClock.LIMIT_WATTS);
        set(Field.NVLINK_LINKS_UP, 18);
        for (var xid : FATAL) {
            xids.put(xid, 0L);
        }
        stay = another();
    }

    /// Goes on for a minute, and returns what is told then.
    Row next() {
        step++;
        if (minuteOfPod == stay.minutes()) {
            stay = another();
        }
        var minute = minuteOfPod++;
        var isLost = lost();
        set(Field.LOST, isLost ? 1 : 0);
        var activity = isLost ? 0 : stay.activity(minute);
        set(Field.MEMORY_USED_BYTES, now(Field.MEMORY_TOTAL_BYTES) * stay.memory(minute));
        activities.add(activity);
        if (!isLost) {
            works(activity);
        }
        return new Row(
                unit,
                step * STEP_SECONDS * 1000,
                values(isLost ? TOLD_OF_LOST : TOLD),
                holdings,
                xids.entrySet().stream()
                        .map(xid -> new XidCount(xid.getKey(), xid.getValue()))
                        .toList());
    }

    private Values values(List<Field> fields) {
        return Values.of(
                fields.stream().mapToLong(Field::bit).reduce(0, (some, bit) -> some | bit),
                fields.stream().sorted().mapToDouble(this::now).toArray());
    }

    /// The next pod comes, or nobody does for a while.
    private Work.Stay another() {
        clock.anotherJob();
        var next = work.next(random);
        minuteOfPod = 0;
        holdings =
                next.isFree() ? List.of() : List.of(Holdings.exclusive("team-" + random.nextInt(6), "pod-" + pods++));
        return next;
    }

    /// Whether it is lost: a fault costs minutes to hours, with the reset.
    private boolean lost() {
        if (stepsLost == 0 && random.nextDouble() < faultsADay / STEPS_A_DAY) {
            stepsLost = 10 + random.nextInt(300);
            xids.merge(FATAL[random.nextInt(FATAL.length)], 1L, Long::sum);
            faults.add(step * STEP_SECONDS);
        }
        if (random.nextDouble() < PROGRAM_ERRORS_A_DAY / STEPS_A_DAY) {
            xids.merge(OF_PROGRAMS[random.nextInt(OF_PROGRAMS.length)], 1L, Long::sum);
        }
        return stepsLost > 0 && stepsLost-- > 0;
    }

    private void works(double activity) {
        add(Field.OBSERVED_SECONDS, STEP_SECONDS);
        add(Field.SM_ACTIVE_SECONDS, activity * STEP_SECONDS);
        add(Field.BUSY_SECONDS, Math.min(1, 1.6 * activity) * STEP_SECONDS);
        if (stepsOfPeak > 0) {
            stepsOfPeak--;
        } else if (random.nextDouble() < 1 / STEPS_A_DAY) {
            stepsOfPeak = 1 + random.nextInt(3);
        }
        var celsius = 38 + 38 * activity + 2 * random.nextGaussian() + (stepsOfPeak > 0 ? 20 : 0);
        set(Field.TEMPERATURE_CELSIUS, celsius);
        set(Field.MEMORY_TEMPERATURE_CELSIUS, celsius + 8);
        clock.next(activity);
        set(Field.POWER_WATTS, clock.watts());
        set(Field.SM_CLOCK_HERTZ, clock.hertz());
        add(Field.THROTTLED_POWER_CAP_SECONDS, clock.capped() * STEP_SECONDS);
        add(Field.THROTTLED_SW_THERMAL_SECONDS, celsius > 85 ? 2 * random.nextDouble() : 0);
        add(Field.ECC_CORRECTED_ERRORS, random.nextDouble() < 1 / STEPS_A_DAY ? 1 + random.nextInt(20) : 0);
        add(Field.PCIE_REPLAYS, random.nextDouble() < 24 / STEPS_A_DAY ? 1 + random.nextInt(7) : 0);
        add(Field.NVLINK_SENT_BYTES, 5e9 * activity * STEP_SECONDS);
        add(Field.NVLINK_CRC_ERRORS, random.nextDouble() < 24 / STEPS_A_DAY ? random.nextInt(3_000) : 0);
    }

    private void set(Field field, double value) {
        now[field.place()] = value;
    }

    private void add(Field field, double more) {
        now[field.place()] += more;
    }

    private double now(Field field) {
        return now[field.place()];
    }

    UnitId id() {
        return unit.id();
    }

    /// Returns when it failed, in seconds.
    List<Long> faults() {
        return faults;
    }

    /// Returns the part of a time in which it truly was active.
    double activity(long fromSecond, long toSecond) {
        return activities.subList((int) (fromSecond / STEP_SECONDS), (int) (toSecond / STEP_SECONDS)).stream()
                .mapToDouble(part -> part)
                .average()
                .orElse(0);
    }
}
