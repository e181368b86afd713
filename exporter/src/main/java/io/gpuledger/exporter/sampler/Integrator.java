package io.gpuledger.exporter.sampler;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Quantity.Kind;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Reading.Value;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.Activity;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Integrates a unit's activity over the time for which it was observed.
///
/// An interval between two reads counts as observed only when every activity that the unit can give was read at its
/// end; then all of them advance together. So `active / observed` is the mean activity, whatever was missed. An
/// interval is never longer than what one reading can speak for: three sample intervals, as with a gauge.
///
///     observed += dt                 dt = min(read(i) - read(i-1), 3 x interval)
///     active   += activity(i) x dt   activity clamped to 0..1
///
/// An activity that is gone for good, or missing for longer than a minute, is no longer waited for, and its integral is
/// withheld until it is back: an integral that stands still while `observed` goes on would read as idle.
final class Integrator {
    private static final int INTERVALS_A_READING_SPEAKS_FOR = 3;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final List<Quantity> ACTIVITIES = Arrays.stream(Quantity.values())
            .filter(quantity -> quantity.kind() == Kind.ACTIVITY)
            .toList();

    private final long longestNanos;
    private final Map<Quantity, Long> activeNanos = new EnumMap<>(Quantity.class);
    private final Map<Quantity, Long> missingSinceNanos = new EnumMap<>(Quantity.class);
    private final Set<Quantity> withheld = EnumSet.noneOf(Quantity.class);
    private long observedNanos;
    private OptionalLong lastReadNanos = OptionalLong.empty();

    Integrator(Duration interval) {
        this.longestNanos = interval.toNanos() * INTERVALS_A_READING_SPEAKS_FOR;
    }

    /// Takes in what was read at an instant of the monotonic clock.
    void read(long atNanos, Readings readings) {
        var given = false;
        for (var activity : ACTIVITIES) {
            var reading = activity(activity, readings);
            reading.ifPresent(now -> follow(activity, now, atNanos));
            given |= reading.filter(Value.class::isInstance).isPresent();
        }
        if (given && withheld.containsAll(missingSinceNanos.keySet())) {
            add(readings, atNanos);
        }
        lastReadNanos = OptionalLong.of(atNanos);
    }

    /// Keeps account of what is missing, since when, and whether it is still waited for.
    private void follow(Quantity quantity, Reading reading, long atNanos) {
        switch (reading) {
            case Value _ -> {
                missingSinceNanos.remove(quantity);
                withheld.remove(quantity);
            }
            case Absent absent
            when absent.lasting() -> {
                missingSinceNanos.remove(quantity);
                withheld.add(quantity);
            }
            case Absent _ -> {
                long since = Optional.ofNullable(missingSinceNanos.putIfAbsent(quantity, atNanos))
                        .orElse(atNanos);
                if (atNanos - since > LONGEST_WAIT.toNanos()) {
                    withheld.add(quantity);
                }
            }
        }
    }

    private void add(Readings readings, long atNanos) {
        var nanos = lastReadNanos.isEmpty() ? 0 : Math.min(atNanos - lastReadNanos.getAsLong(), longestNanos);
        observedNanos += nanos;
        for (var activity : ACTIVITIES) {
            if (activity(activity, readings).orElse(Absent.NO_DATA) instanceof Value(double value)) {
                activeNanos.merge(activity, Math.round(Math.clamp(value, 0.0, 1.0) * nanos), Long::sum);
            }
        }
    }

    /// Nothing was read: the time until the next reading stays unobserved.
    void gap() {
        lastReadNanos = OptionalLong.empty();
    }

    Activity activity() {
        var shown = new EnumMap<Quantity, Long>(Quantity.class);
        shown.putAll(activeNanos);
        shown.keySet().removeAll(withheld);
        return new Activity(observedNanos, shown);
    }

    /// Nothing where it was not asked for. A driver without a sample buffer still has its gauge: the latest window then
    /// speaks for the interval.
    private static Optional<Reading> activity(Quantity activity, Readings readings) {
        var asked = readings.asked();
        var gauge = asked.get(Quantity.UTILIZATION);
        var reading = asked.get(activity);
        var byGauge = activity == Quantity.BUSY
                && gauge != null
                && readings.of(activity) instanceof Absent absent
                && absent.lasting();
        return Optional.ofNullable(byGauge ? gauge : reading);
    }
}
