package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.HOT;
import static io.gpuledger.analyzer.health.FindingKind.MEMORY_HOT;
import static io.gpuledger.analyzer.health.FindingKind.POWER_BRAKE;
import static io.gpuledger.analyzer.health.FindingKind.THROTTLED_BY_HEAT;
import static io.gpuledger.analyzer.health.Severity.CRITICAL;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;
import java.util.Optional;

/// Heat, and what holds clocks down.
///
/// - A GPU is hot within 5 degrees of where it slows down, by what it says itself; one that does not say it, from 85 C
///   on. It is critical when it slows down, or from 95 C on.
/// - Its memory is hot from 95 C on; that of a V100 or P100 from 85 C on.
/// - Heat throttles it while it holds clocks down for more than a tenth of the time, the power brake for more than a
///   hundredth. A power cap does not count: it is usual at full load.
/// - Reasons of the clock come before the driver's count of violations, which some exporters tell beside them.
/// - What throttling costs is the time for which clocks were held down, times `1 - clock / highest clock`.
final class Heat implements Rule {
    private static final double MARGIN = 5;
    private static final double WARM = 85;
    private static final double TOO_WARM = 95;
    private static final double MEMORY_WARM = 95;
    private static final double HBM2_WARM = 85;
    private static final double HEAT_PART = 0.1;
    private static final double BRAKE_PART = 0.01;
    private static final List<Field> BY_HEAT =
            List.of(Field.THROTTLED_HW_THERMAL_SECONDS, Field.THROTTLED_SW_THERMAL_SECONDS);
    private static final List<Field> BY_HEAT_OF_DCGM = List.of(Field.THERMAL_VIOLATION_SECONDS);
    private static final List<Field> BY_BRAKE = List.of(Field.THROTTLED_HW_POWER_BRAKE_SECONDS);

    private double fastest;

    @Override
    public void judge(Seen seen, Courses courses) {
        seen.value(Field.SM_CLOCK_MAX_HERTZ).ifPresent(clock -> fastest = clock);
        seen.value(Field.SM_CLOCK_HERTZ).ifPresent(clock -> fastest = Math.max(fastest, clock));
        seen.value(Field.TEMPERATURE_CELSIUS).ifPresent(celsius -> hot(celsius, seen, courses));
        seen.value(Field.MEMORY_TEMPERATURE_CELSIUS).ifPresent(celsius -> memory(celsius, seen, courses));
        var reasons = BY_HEAT.stream().anyMatch(reason -> seen.value(reason).isPresent()) ? BY_HEAT : BY_HEAT_OF_DCGM;
        throttled(THROTTLED_BY_HEAT, reasons, HEAT_PART, seen, courses);
        throttled(POWER_BRAKE, BY_BRAKE, BRAKE_PART, seen, courses);
    }

    private static void hot(double celsius, Seen seen, Courses courses) {
        var margin = seen.value(Field.TEMPERATURE_MARGIN_CELSIUS);
        var isHot = margin.isPresent() ? margin.getAsDouble() <= MARGIN : celsius >= WARM;
        if (!isHot) {
            courses.gone(HOT, seen.at());
            return;
        }
        var isGrave = margin.isPresent() ? margin.getAsDouble() <= 0 : celsius >= TOO_WARM;
        courses.stands(
                seen.at(),
                seen.at(),
                Sign.of(
                        HOT,
                        isGrave ? CRITICAL : WARNING,
                        () -> margin.isPresent()
                                ? "%.0f C, %.0f below where it slows down".formatted(celsius, margin.getAsDouble())
                                : "%.0f C, and it does not say where it slows down".formatted(celsius)));
    }

    private static void memory(double celsius, Seen seen, Courses courses) {
        var limit = memoryLimit(seen.row().unit().model());
        if (celsius < limit) {
            courses.gone(MEMORY_HOT, seen.at());
        } else {
            courses.stands(
                    seen.at(),
                    seen.at(),
                    Sign.of(
                            MEMORY_HOT,
                            WARNING,
                            () -> "its memory has %.0f C, of at most %.0f".formatted(celsius, limit)));
        }
    }

    private static double memoryLimit(Optional<String> model) {
        return model.filter(name -> name.contains("V100") || name.contains("P100"))
                .map(_ -> HBM2_WARM)
                .orElse(MEMORY_WARM);
    }

    private void throttled(FindingKind kind, List<Field> reasons, double part, Seen seen, Courses courses) {
        var rate = 0.0;
        var seconds = 0.0;
        var isTold = false;
        for (var reason : reasons) {
            var its = seen.rate(reason);
            isTold |= its.isPresent();
            rate += its.orElse(0);
            seconds += seen.increase(reason).orElse(0);
        }
        if (!isTold) {
            return;
        }
        var held = Math.min(1, rate);
        if (held <= part) {
            courses.gone(kind, seen.at());
            return;
        }
        var clock = seen.value(Field.SM_CLOCK_HERTZ).orElse(fastest);
        var slower = fastest > 0 ? Math.max(0, 1 - clock / fastest) : 0;
        courses.stands(
                seen.at(),
                seen.at(),
                Sign.of(
                        kind,
                        WARNING,
                        () -> "clocks were held down for %.0f %% of the time, at %.0f of %.0f MHz"
                                .formatted(100 * held, clock / 1e6, fastest / 1e6)));
        courses.lose(kind, 1000 * seconds * slower);
    }
}
