package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.MEMORY_FULL;
import static io.gpuledger.analyzer.health.FindingKind.MEMORY_GROWS;
import static io.gpuledger.analyzer.health.FindingKind.MEMORY_ORPHANED;
import static io.gpuledger.analyzer.health.Severity.INFO;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.telemetry.Field;
import java.util.Set;

/// Memory that is in use and should not be, or may not be for long.
///
/// - It is orphaned where it is in use on a unit that nobody has held for two minutes; the last holder is named.
/// - It is full where more than 95 % of what programs can have is in use.
/// - It grows where the least that was in use within an hour has gone up in each of six hours, by a tenth of the memory
///   in all, while the same pods held the unit. It is the least, as caches and batches go up and down.
final class MemoryUse implements Rule {
    private static final double FULL = 0.95;
    private static final double GIBIBYTE = 1L << 30;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final int HOURS = 6;
    private static final double GROWN_PART = 0.1;

    private Set<String> lastHolders = Set.of();
    private long hour = Long.MIN_VALUE;
    private double leastOfHour;
    private double leastBefore;
    private double leastAtFirst;
    private int growing;

    @Override
    public void judge(Seen seen, Courses courses) {
        if (seen.isHeld() && !seen.pods().equals(lastHolders)) {
            lastHolders = seen.pods();
            hour = Long.MIN_VALUE;
            courses.gone(MEMORY_GROWS, seen.at());
        }
        orphaned(seen, courses);
        seen.value(Field.MEMORY_USED_BYTES).ifPresent(used -> {
            var total = seen.value(Field.MEMORY_TOTAL_BYTES)
                    .orElse(seen.before().last(Field.MEMORY_TOTAL_BYTES).orElse(0));
            var usable = total - seen.value(Field.MEMORY_RESERVED_BYTES).orElse(0);
            if (usable > 0) {
                full(used, usable, seen, courses);
                grows(used, usable, seen, courses);
            }
        });
    }

    private void orphaned(Seen seen, Courses courses) {
        var orphan = seen.value(Field.ORPHAN_MEMORY_BYTES).orElse(0);
        if (orphan > 0 && !seen.isHeld()) {
            courses.stands(
                    seen.at(),
                    seen.at(),
                    Sign.of(
                            MEMORY_ORPHANED,
                            WARNING,
                            () -> "%.1f GiB are in use, and nobody holds it%s"
                                    .formatted(
                                            orphan / GIBIBYTE,
                                            lastHolders.isEmpty()
                                                    ? ""
                                                    : "; " + String.join(", ", lastHolders) + " held it last")));
        } else if (seen.row().isReading()) {
            courses.gone(MEMORY_ORPHANED, seen.at());
        }
    }

    private static void full(double used, double usable, Seen seen, Courses courses) {
        if (used > FULL * usable && seen.isHeld()) {
            courses.stands(
                    seen.at(),
                    seen.at(),
                    Sign.of(
                            MEMORY_FULL,
                            INFO,
                            () -> "%.1f of %.1f GiB are in use".formatted(used / GIBIBYTE, usable / GIBIBYTE)));
        } else {
            courses.gone(MEMORY_FULL, seen.at());
        }
    }

    private void grows(double used, double usable, Seen seen, Courses courses) {
        var now = Math.floorDiv(seen.at(), HOUR_MILLIS);
        if (!seen.isHeld() || now > hour + 1) {
            growing = 0;
            leastBefore = Double.MAX_VALUE;
            leastOfHour = used;
        } else if (now > hour) {
            endHour();
            leastOfHour = used;
        } else {
            leastOfHour = Math.min(leastOfHour, used);
        }
        hour = now;
        if (growing >= HOURS && leastBefore - leastAtFirst >= GROWN_PART * usable) {
            courses.stands(
                    seen.at(),
                    seen.at(),
                    Sign.of(
                            MEMORY_GROWS,
                            INFO,
                            () -> "it grew by %.1f GiB within %d hours, and %.1f of %.1f GiB are in use"
                                    .formatted(
                                            (leastBefore - leastAtFirst) / GIBIBYTE,
                                            growing,
                                            used / GIBIBYTE,
                                            usable / GIBIBYTE)));
        } else {
            courses.gone(MEMORY_GROWS, seen.at());
        }
    }

    private void endHour() {
        if (leastOfHour > leastBefore) {
            growing++;
        } else {
            growing = 0;
            leastAtFirst = leastOfHour;
        }
        leastBefore = leastOfHour;
    }
}
