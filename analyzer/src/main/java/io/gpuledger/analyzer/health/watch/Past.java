package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.HOT;
import static io.gpuledger.analyzer.health.FindingKind.SLOW;
import static io.gpuledger.analyzer.health.FindingKind.SLOWER;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;
import java.util.OptionalDouble;

/// Compares a GPU with itself as it was on other days.
///
/// A GPU that is at work runs at its highest clock, whatever it computes, until it comes near its power limit:
/// from there on what it computes decides how far the clock goes down. So a reading of the clock counts only
///
/// - where it was active for at least half of the time since the reading before,
/// - where its power and its limit are told, and it draws less than nine tenths of that,
/// - where no counter of what holds clocks down (the power cap, heat, the power brake) has grown, as far as they
///   are told, and it is not known to be hot: that has findings of its own.
///
/// Of each five minutes that have such a reading the highest clock counts, as a reading may fall into a pause in
/// which the clock is that of an idle GPU. It is slower than it was where that clock is below 85 % of the usual
/// one ([UsualClock]), and where such readings are of at least half of the five minutes: of fewer, all may have
/// fallen into pauses. For that to be a finding it takes half an hour of it, without one five minutes that are
/// as fast as usual and without a pause of ten minutes, and half an hour that is as fast as usual ends it. Where
/// the power cap holds it down for more than half of the time, it is as fast as its power lets it, which is not
/// slower.
///
/// - While it is slower, the usual clock is the one from before that began, for a week: it is the finding's
///   detail, and so it is known after a restart, too. What has stayed for a week may be its usual clock from
///   then on, such as that of a GPU whose clocks somebody has locked, and then the finding is over.
/// - Where nothing counts, a finding stays as it was: a GPU that has nothing to do may be slower still.
/// - Where it is known to be slower than its peers of one pod, that is told already.
/// - What it costs is the time between readings that count, times `1 - clock / usual clock`.
final class Past implements Rule {
    private static final double AT_WORK = 0.5;
    private static final double POWER_PART = 0.9;
    private static final double CAPPED_PART = 0.5;
    private static final double SLOW_PART = 0.85;
    private static final double MEGAHERTZ = 1e6;
    private static final long STRETCH_MILLIS = 5 * 60_000;
    /// What counts of five minutes has to be as much to say that it is slow.
    private static final long LEAST_MILLIS = STRETCH_MILLIS / 2;

    private static final long GAP_MAX = 10 * 60_000;
    private static final long WEEK_MILLIS = 7 * 86_400_000L;

    private static final List<Field> CAPS = List.of(Field.THROTTLED_POWER_CAP_SECONDS, Field.POWER_VIOLATION_SECONDS);
    private static final List<Field> REASONS = List.of(
            Field.THROTTLED_POWER_CAP_SECONDS,
            Field.POWER_VIOLATION_SECONDS,
            Field.THROTTLED_SW_THERMAL_SECONDS,
            Field.THROTTLED_HW_THERMAL_SECONDS,
            Field.THROTTLED_HW_POWER_BRAKE_SECONDS,
            Field.THERMAL_VIOLATION_SECONDS);

    private final UsualClock usual = new UsualClock();
    /// The first reading of the present five minutes that counts.
    private long first;

    /// The last reading of all.
    private long last;

    private float highest;
    private int worked;
    private boolean isAny;
    private boolean isCapped;

    @Override
    public void judge(Seen seen, Courses courses) {
        var passed = seen.at() - last;
        if (isAny && seen.at() / STRETCH_MILLIS > first / STRETCH_MILLIS) {
            end(passed <= GAP_MAX ? seen.at() : last, courses);
        }
        last = seen.at();
        var clock = seen.value(Field.SM_CLOCK_HERTZ);
        if (clock.isEmpty() || Activity.of(seen).orElse(0) < AT_WORK) {
            return;
        }
        if (isCappedMostly(seen)) {
            isCapped = true;
            count(seen.at(), passed);
        } else if (hasRoom(seen) && !isHeldDown(seen) && !courses.isOpen(HOT)) {
            highest = Math.max(highest, (float) clock.getAsDouble());
            count(seen.at(), passed);
        }
    }

    private static boolean isCappedMostly(Seen seen) {
        for (var cap : CAPS) {
            if (seen.rate(cap).orElse(0) > CAPPED_PART) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasRoom(Seen seen) {
        var power = seen.value(Field.POWER_WATTS);
        var limit = seen.value(Field.POWER_LIMIT_WATTS);
        return power.isPresent() && limit.isPresent() && power.getAsDouble() < POWER_PART * limit.getAsDouble();
    }

    private static boolean isHeldDown(Seen seen) {
        for (var reason : REASONS) {
            if (seen.increase(reason).orElse(0) > 0) {
                return true;
            }
        }
        return false;
    }

    private void count(long at, long passed) {
        if (!isAny) {
            first = at;
            isAny = true;
        }
        worked += passed <= GAP_MAX ? (int) passed : 0;
    }

    /// The five minutes are over.
    ///
    /// @param at until when they say how it was
    private void end(long at, Courses courses) {
        if (highest > 0 && worked >= LEAST_MILLIS) {
            usual.add(first, highest);
        }
        usual(courses).ifPresent(hertz -> compare(hertz, at, courses));
        highest = 0;
        worked = 0;
        isAny = false;
        isCapped = false;
    }

    /// Returns the clock that it is compared with.
    private OptionalDouble usual(Courses courses) {
        var now = usual.hertz();
        return courses.course(SLOWER)
                .filter(course -> now.isEmpty() || first - course.since() < WEEK_MILLIS)
                .map(course -> OptionalDouble.of(
                        MEGAHERTZ * Double.parseDouble(course.key().detail())))
                .orElse(now);
    }

    private void compare(double hertz, long at, Courses courses) {
        if (isCapped || highest >= SLOW_PART * hertz) {
            courses.gone(SLOWER, first);
        } else if (worked >= LEAST_MILLIS && !courses.isOpen(SLOW)) {
            courses.stands(first, at, sign(hertz, highest, courses));
            courses.lose(SLOWER, worked * (1 - highest / hertz));
        }
    }

    /// A finding that goes on keeps the detail that it began with, which is the usual clock of then.
    private static Sign sign(double hertz, double clock, Courses courses) {
        var usual = "%.0f".formatted(hertz / MEGAHERTZ);
        return new Sign(
                SLOWER,
                courses.course(SLOWER).map(course -> course.key().detail()).orElse(usual),
                WARNING,
                () -> "it runs at %.0f MHz at most, and usually at %s, though neither power nor heat holds it down"
                        .formatted(clock / MEGAHERTZ, usual),
                SLOWER.action());
    }
}
