package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.HUNG;
import static io.gpuledger.analyzer.health.FindingKind.LOW_USE;
import static io.gpuledger.analyzer.health.Severity.INFO;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.telemetry.Field;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// A unit that is held and does not work.
///
/// - It hangs where a kernel is on it for nine tenths of the time and does nothing there, while NVLink carries less
///   than a megabyte a second and it draws less than half of its power limit.
/// - A kernel does nothing where it is on less than a fiftieth of the multiprocessors; or on less than a third, and
///   nothing goes to the memory or through the tensor cores. A collective that waits for a peer spins in up to 32
///   blocks, and each keeps a multiprocessor active: on an H200, 24 blocks that spin are 18 %, with nothing in memory.
///   It takes a reading of the multiprocessors to see that.
/// - Its use is low where it was active for less than a tenth of the last half hour, after the ten minutes in
///   which pods start. What that costs is the time in which it was not active.
final class Use implements Rule {
    private static final double BUSY = 0.9;
    private static final double STILL = 0.02;
    private static final double WAITING = 1.0 / 3;
    private static final double NOTHING = 0.002;
    private static final double LINK_BYTES_A_SECOND = 1e6;
    private static final double POWER_PART = 0.5;
    private static final double LOW = 0.1;
    private static final long START_MILLIS = 10 * 60_000;
    private static final long GAP_MAX = 10 * 60_000;

    private Optional<HalfHour> lately = Optional.empty();
    private Set<String> holders = Set.of();
    private long heldSince;
    private long before;
    private double active;
    /// Whether the pods that hold it took it over from others: what those did not do is not theirs.
    private boolean isOther;

    @Override
    public void judge(Seen seen, Courses courses) {
        if (!seen.row().isReading()) {
            return;
        }
        held(seen);
        if (holders.isEmpty()) {
            courses.gone(HUNG, seen.at());
            courses.gone(LOW_USE, seen.at());
            before = seen.at();
            active = 0;
            return;
        }
        Activity.of(seen).ifPresent(now -> {
            active = now;
            hung(now, seen, courses);
            low(now, seen, courses);
            before = seen.at();
        });
    }

    /// Returns how active it was at the last reading.
    double active() {
        return active;
    }

    private void held(Seen seen) {
        var now = seen.pods();
        if (!now.equals(holders)) {
            if (holders.stream().noneMatch(now::contains)) {
                isOther = !holders.isEmpty();
                heldSince = seen.at();
                lately = Optional.empty();
            }
            holders = now;
        }
    }

    private static void hung(double active, Seen seen, Courses courses) {
        var engine = Activity.ofEngine(seen).orElse(0);
        var works = Activity.ofMultiprocessors(seen);
        var power = seen.value(Field.POWER_WATTS);
        var limit = seen.value(Field.POWER_LIMIT_WATTS);
        var isHung = engine >= BUSY
                && works.isPresent()
                && doesNothing(works.getAsDouble(), seen)
                && seen.rate(Field.NVLINK_SENT_BYTES).orElse(0) < LINK_BYTES_A_SECOND
                && (power.isEmpty() || limit.isEmpty() || power.getAsDouble() < POWER_PART * limit.getAsDouble());
        if (!isHung) {
            courses.gone(HUNG, seen.at());
            return;
        }
        courses.stands(
                seen.at(),
                seen.at(),
                Sign.of(
                        HUNG,
                        WARNING,
                        () -> "a kernel is on it for %.0f %% of the time, and its multiprocessors work for %.1f %%%s"
                                .formatted(
                                        100 * engine,
                                        100 * active,
                                        power.isPresent() ? " at %.0f W".formatted(power.getAsDouble()) : "")));
    }

    private static boolean doesNothing(double works, Seen seen) {
        return works <= STILL
                || (works <= WAITING && isNothing(Activity.ofMemory(seen)) && isNothing(Activity.ofTensorCores(seen)));
    }

    private static boolean isNothing(OptionalDouble part) {
        return part.isPresent() && part.getAsDouble() <= NOTHING;
    }

    /// While it is known to hang, its use is low for that reason, which is told once.
    private void low(double active, Seen seen, Courses courses) {
        if (courses.isOpen(HUNG)) {
            lately = Optional.empty();
            courses.gone(LOW_USE, seen.at());
            return;
        }
        var gap = before == 0 ? 0 : Math.min(seen.at() - before, GAP_MAX);
        var window = lately.orElseGet(HalfHour::new);
        lately = Optional.of(window);
        if (seen.at() - heldSince >= START_MILLIS) {
            window.add(seen.at(), (double) gap, active);
        }
        var mean = window.mean();
        if (mean.isEmpty() || seen.at() - heldSince < START_MILLIS + HalfHour.MILLIS) {
            if (isOther) {
                courses.gone(LOW_USE, seen.at());
            }
            return;
        }
        if (mean.getAsDouble() < LOW) {
            var lost = courses.isOpen(LOW_USE) ? gap * (1 - active) : HalfHour.MILLIS * (1 - mean.getAsDouble());
            courses.stands(
                    seen.at() - HalfHour.MILLIS,
                    seen.at(),
                    Sign.of(
                            LOW_USE,
                            INFO,
                            () -> "it was active for %.1f %% of the last 30 minutes"
                                    .formatted(100 * mean.getAsDouble())));
            courses.lose(LOW_USE, lost);
        } else {
            courses.gone(LOW_USE, seen.at());
        }
    }
}
