package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.FABRIC;
import static io.gpuledger.analyzer.health.FindingKind.SRAM_WORN;
import static io.gpuledger.analyzer.health.Severity.CRITICAL;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.telemetry.Trait;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/// What a GPU is told to be until it is told to be something else. That is told when it changes, and now and
/// then, and not with each reading.
///
/// - Its on-chip memories had so many errors that it has to be replaced, by what the driver says.
/// - It is not part of its NVLink fabric (2 is being joined, 3 is joined, 4 is a failure as DCGM has it), or
///   the fabric's health has a bit of trouble: of its groups of two bits, 1 is trouble; of the last group of
///   four, 2 and more are.
final class States implements Rule {
    private static final int HEALTH_GROUPS = 4;
    private static final int CONFIGURED_BADLY = 2;

    /// @param value as it was told
    private record Told(long millis, Trait trait, String value) {}

    private final Deque<Told> waiting = new ArrayDeque<>(0);
    private Optional<Told> sram = Optional.empty();
    private Optional<Told> fabricState = Optional.empty();
    private Optional<Told> fabricHealth = Optional.empty();

    /// Takes what was told at an instant, which counts for readings from then on.
    void told(long millis, Map<Trait, String> traits) {
        traits.forEach((trait, value) -> {
            if (!trait.isAlike()) {
                waiting.add(new Told(millis, trait, value));
            }
        });
    }

    @Override
    public void judge(Seen seen, Courses courses) {
        while (!waiting.isEmpty() && waiting.peek().millis() <= seen.at()) {
            take(waiting.remove());
        }
        sram.ifPresent(told -> {
            if (!told.value().equals("0")) {
                courses.stands(
                        seen.at(),
                        seen.at(),
                        Sign.of(
                                SRAM_WORN,
                                CRITICAL,
                                () -> "the driver says that errors of its on-chip memories have exceeded what it"
                                        + " bears"));
            } else {
                courses.gone(SRAM_WORN, seen.at());
            }
        });
        fabric(seen, courses);
    }

    private void take(Told told) {
        switch (told.trait()) {
            case SRAM -> sram = later(sram, told);
            case FABRIC_STATE -> fabricState = later(fabricState, told);
            case FABRIC_HEALTH -> fabricHealth = later(fabricHealth, told);
            case DRIVER, CUDA, VBIOS, ECC, POWER_LIMIT, CLOCK_MAX -> {
                // A reading does not depend on these.
            }
        }
    }

    /// The past may be told after the present.
    private static Optional<Told> later(Optional<Told> known, Told told) {
        return known.filter(one -> one.millis() > told.millis()).or(() -> Optional.of(told));
    }

    private void fabric(Seen seen, Courses courses) {
        if (fabricState.isEmpty() && fabricHealth.isEmpty()) {
            return;
        }
        var trouble = unjoined().or(this::unhealthy);
        trouble.ifPresentOrElse(
                words -> courses.stands(seen.at(), seen.at(), Sign.of(FABRIC, WARNING, () -> words)),
                () -> courses.gone(FABRIC, seen.at()));
    }

    private Optional<String> unjoined() {
        return fabricState.flatMap(told -> switch (told.value()) {
            case "1" -> Optional.of("it has not begun to join its NVLink fabric");
            case "2" -> Optional.of("it is still joining its NVLink fabric");
            case "4" -> Optional.of("it could not join its NVLink fabric");
            default -> Optional.empty();
        });
    }

    private Optional<String> unhealthy() {
        return fabricHealth.map(Told::value).flatMap(States::bits).flatMap(bits -> {
            var names = new String[] {
                "its bandwidth is degraded",
                "routes are being repaired",
                "a route is unhealthy",
                "it recovers from a timeout"
            };
            for (var group = 0; group < HEALTH_GROUPS; group++) {
                if (((bits >> (2 * group)) & 3) == 1) {
                    return Optional.of("of its NVLink fabric the driver says that " + names[group]);
                }
            }
            return ((bits >> (2 * HEALTH_GROUPS)) & 15) >= CONFIGURED_BADLY
                    ? Optional.of("its NVLink fabric is not configured as it should be")
                    : Optional.empty();
        });
    }

    private static Optional<Integer> bits(String text) {
        try {
            return Optional.of(Integer.valueOf(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
