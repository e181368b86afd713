package io.gpuledger.exporter.sampler;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Quantity.Kind;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Reading.Value;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.Activity;
import java.time.Duration;
import java.util.HashMap;
import java.util.OptionalLong;

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
    private static final long LONGEST_WAIT_NANOS = Duration.ofMinutes(1).toNanos();

    /// The integral of one activity, and whether it is waited for.
    private static final class Integral {
        private final Quantity activity;
        private long activeNanos;
        private boolean everGiven;
        private OptionalLong missingSinceNanos = OptionalLong.empty();
        private boolean withheld;

        Integral(Quantity activity) {
            this.activity = activity;
        }

        /// Keeps account of what is missing, since when, and whether it is still waited for.
        void follow(Reading reading, long atNanos) {
            switch (reading) {
                case Value _ -> {
                    missingSinceNanos = OptionalLong.empty();
                    withheld = false;
                }
                case Absent absent
                when absent.lasting() -> {
                    missingSinceNanos = OptionalLong.empty();
                    withheld = true;
                }
                case Absent _ -> {
                    var since = missingSinceNanos.orElse(atNanos);
                    missingSinceNanos = OptionalLong.of(since);
                    withheld |= atNanos - since > LONGEST_WAIT_NANOS;
                }
            }
        }

        boolean isWaitedFor() {
            return missingSinceNanos.isPresent() && !withheld;
        }

        void add(double ratio, long nanos) {
            activeNanos += Math.round(Math.clamp(ratio, 0.0, 1.0) * nanos);
            everGiven = true;
        }

        boolean isShown() {
            return everGiven && !withheld;
        }
    }

    private final long longestNanos;
    private final Integral[] integrals = Quantity.ALL.stream()
            .filter(quantity -> quantity.kind() == Kind.ACTIVITY)
            .map(Integral::new)
            .toArray(Integral[]::new);
    private long observedNanos;
    private OptionalLong lastReadNanos = OptionalLong.empty();

    Integrator(Duration interval) {
        this.longestNanos = interval.toNanos() * INTERVALS_A_READING_SPEAKS_FOR;
    }

    /// Takes in what was read at an instant of the monotonic clock.
    void read(long atNanos, Readings readings) {
        var given = false;
        var waiting = false;
        for (var integral : integrals) {
            if (readings.asks(integral.activity)) {
                var now = now(integral.activity, readings);
                integral.follow(now, atNanos);
                given |= now instanceof Value;
            }
            waiting |= integral.isWaitedFor();
        }
        if (given && !waiting) {
            add(readings, atNanos);
        }
        lastReadNanos = OptionalLong.of(atNanos);
    }

    private void add(Readings readings, long atNanos) {
        var nanos = lastReadNanos.isEmpty() ? 0 : Math.min(atNanos - lastReadNanos.getAsLong(), longestNanos);
        observedNanos += nanos;
        for (var integral : integrals) {
            if (now(integral.activity, readings) instanceof Value(double value)) {
                integral.add(value, nanos);
            }
        }
    }

    /// A driver without a sample buffer still has its gauge: the latest window then speaks for the interval.
    private static Reading now(Quantity activity, Readings readings) {
        var reading = readings.of(activity);
        var byGauge = activity == Quantity.BUSY
                && readings.asks(Quantity.UTILIZATION)
                && reading instanceof Absent absent
                && absent.lasting();
        return byGauge ? readings.of(Quantity.UTILIZATION) : reading;
    }

    /// This is called when nothing was read: the time until the next reading stays unobserved.
    void gap() {
        lastReadNanos = OptionalLong.empty();
    }

    Activity activity() {
        var shown = new HashMap<Quantity, Long>();
        for (var integral : integrals) {
            if (integral.isShown()) {
                shown.put(integral.activity, integral.activeNanos);
            }
        }
        return new Activity(observedNanos, shown);
    }
}
