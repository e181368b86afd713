package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.ECC_UNCORRECTED;
import static io.gpuledger.analyzer.health.FindingKind.PAGES_RETIRED;
import static io.gpuledger.analyzer.health.FindingKind.ROW_REMAP_PENDING;
import static io.gpuledger.analyzer.health.Severity.CRITICAL;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.telemetry.Field;

/// Memory that fails. Errors that were corrected are no finding: every memory has them.
///
/// - An error that was not corrected is one when it is counted, and stays one until an hour has passed without another.
/// - Rows that wait to be remapped, and pages that wait to be retired, are one until a reset has done it.
/// - A GPU before Ampere may retire 64 pages: with 60 it is to be replaced.
final class MemoryErrors implements Rule {
    /// It remembers nothing of any unit.
    static final MemoryErrors RULE = new MemoryErrors();

    private static final int PAGES_MAX = 60;

    private MemoryErrors() {}

    @Override
    public void judge(Seen seen, Courses courses) {
        uncorrected(seen, courses);
        seen.value(Field.ROW_REMAP_PENDING).ifPresent(pending -> {
            if (pending > 0) {
                courses.stands(
                        seen.at(),
                        seen.at(),
                        Sign.of(
                                ROW_REMAP_PENDING,
                                WARNING,
                                () -> "rows of its memory wait for a reset to be remapped"));
            } else {
                courses.gone(ROW_REMAP_PENDING, seen.at());
            }
        });
        pages(seen, courses);
    }

    private static void uncorrected(Seen seen, Courses courses) {
        var more = seen.increase(Field.ECC_UNCORRECTED_ERRORS).orElse(0);
        if (more > 0) {
            courses.happened(
                    seen.at(),
                    Sign.of(
                            ECC_UNCORRECTED,
                            WARNING,
                            () -> "%.0f errors that were not corrected came between two readings".formatted(more)));
        } else if (seen.value(Field.ECC_UNCORRECTED_ERRORS).isPresent()) {
            courses.gone(ECC_UNCORRECTED, seen.at());
        }
    }

    private static void pages(Seen seen, Courses courses) {
        var single = seen.value(Field.RETIRED_PAGES_SINGLE_BIT).orElse(0);
        var retired = single + seen.value(Field.RETIRED_PAGES_DOUBLE_BIT).orElse(0);
        var pending = seen.value(Field.RETIRED_PAGES_PENDING);
        if (retired >= PAGES_MAX) {
            courses.stands(
                    seen.at(),
                    seen.at(),
                    Sign.of(PAGES_RETIRED, CRITICAL, () -> "%.0f pages are retired, of at most 64".formatted(retired)));
        } else if (pending.orElse(0) > 0) {
            courses.stands(
                    seen.at(),
                    seen.at(),
                    Sign.of(PAGES_RETIRED, WARNING, () -> "pages wait for a reset to be retired"));
        } else if (pending.isPresent()) {
            courses.gone(PAGES_RETIRED, seen.at());
        }
    }
}
