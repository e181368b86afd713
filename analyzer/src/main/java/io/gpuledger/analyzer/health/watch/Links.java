package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.NVLINK_DOWN;
import static io.gpuledger.analyzer.health.FindingKind.NVLINK_ERRORS;
import static io.gpuledger.analyzer.health.FindingKind.PCIE_NARROW;
import static io.gpuledger.analyzer.health.FindingKind.PCIE_REPLAYS;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.telemetry.Field;
import java.util.function.DoubleFunction;

/// The GPU's links to others.
///
/// - More than 8 packets a minute that PCIe has to send again are too many, and so are 100 NVLink errors a second that
///   its check sums find: DCGM has these limits from the driver's makers.
/// - An NVLink error that had to be repaired is a finding when it is counted.
/// - A link is down where fewer are up than at some time before, and PCIe is narrow where it ran on more lanes before.
///   Its generation is no sign: it goes down whenever the GPU has nothing to do.
final class Links implements Rule {
    private static final double REPLAYS_A_MINUTE = 8;
    private static final double ERRORS_A_SECOND = 100;

    private double linksMax;
    private double lanesMax;

    /// Takes up a finding from before: its detail is how many links or lanes there should be.
    void restore(FindingKind kind, String detail) {
        switch (kind) {
            case NVLINK_DOWN -> linksMax = Double.parseDouble(detail);
            case PCIE_NARROW -> lanesMax = Double.parseDouble(detail);
            default -> {}
        }
    }

    @Override
    public void judge(Seen seen, Courses courses) {
        seen.rate(Field.PCIE_REPLAYS)
                .ifPresent(rate -> above(
                        REPLAYS_A_MINUTE,
                        60 * rate,
                        PCIE_REPLAYS,
                        "%.0f packets a minute are sent again"::formatted,
                        seen,
                        courses));
        errors(seen, courses);
        seen.value(Field.NVLINK_LINKS_UP).ifPresent(up -> {
            linksMax = Math.max(linksMax, up);
            fewer(NVLINK_DOWN, up, linksMax, "NVLinks are up", seen, courses);
        });
        seen.value(Field.PCIE_LINK_WIDTH).ifPresent(lanes -> {
            lanesMax = Math.max(lanesMax, lanes);
            fewer(PCIE_NARROW, lanes, lanesMax, "lanes of PCIe are in use", seen, courses);
        });
    }

    private static void fewer(FindingKind kind, double now, double most, String what, Seen seen, Courses courses) {
        if (now >= most) {
            courses.gone(kind, seen.at());
            return;
        }
        courses.stands(
                seen.at(),
                seen.at(),
                new Sign(
                        kind,
                        String.valueOf((int) most),
                        Severity.WARNING,
                        () -> "%.0f of %.0f %s".formatted(now, most, what),
                        kind.action()));
    }

    private static void above(
            double limit, double rate, FindingKind kind, DoubleFunction<String> words, Seen seen, Courses courses) {
        if (rate > limit) {
            courses.stands(seen.at(), seen.at(), Sign.of(kind, WARNING, () -> words.apply(rate)));
        } else {
            courses.gone(kind, seen.at());
        }
    }

    private static void errors(Seen seen, Courses courses) {
        var repaired = seen.increase(Field.NVLINK_REPLAY_ERRORS).orElse(0)
                + seen.increase(Field.NVLINK_RECOVERY_ERRORS).orElse(0);
        var crc = seen.rate(Field.NVLINK_CRC_ERRORS).orElse(0);
        if (repaired > 0) {
            courses.happened(
                    seen.at(),
                    new Sign(
                            NVLINK_ERRORS,
                            "repaired",
                            WARNING,
                            () -> "%.0f errors of its NVLinks had to be repaired between two readings"
                                    .formatted(repaired),
                            NVLINK_ERRORS.action()));
        } else if (crc > ERRORS_A_SECOND) {
            courses.stands(
                    seen.at(),
                    seen.at(),
                    Sign.of(
                            NVLINK_ERRORS,
                            WARNING,
                            () -> "%.0f errors a second by the check sums of its NVLinks".formatted(crc)));
        } else if (seen.value(Field.NVLINK_CRC_ERRORS).isPresent()
                || seen.value(Field.NVLINK_RECOVERY_ERRORS).isPresent()) {
            courses.gone(NVLINK_ERRORS, seen.at());
        }
    }
}
