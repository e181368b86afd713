package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What fails, in the classes by which large training runs publish what has interrupted them. What is more particular
/// comes first: where a failure shows in several ways, as its cause counts the first of these.
public enum Cause {
    GPU_MEMORY("Memory of a GPU"),
    GPU_SYSTEM_PROCESSOR("GPU system processor"),
    LINK("NVLink"),
    POWER("Power"),
    HEAT("Heat"),
    GPU("GPU, otherwise"),
    NODE("Node");

    /// A finding of such a kind and severity tells of a failure.
    public record Sign(FindingKind kind, Severity severity) {}

    private final String word = name().toLowerCase(Locale.ROOT);
    private final String title;

    Cause(String title) {
        this.title = title;
    }

    /// Returns its name in answers.
    public String word() {
        return word;
    }

    /// Returns how a page calls it.
    public String title() {
        return title;
    }

    /// Returns all that tells of failures.
    public static List<Sign> signs() {
        var signs = new ArrayList<Sign>();
        for (var kind : FindingKind.values()) {
            for (var severity : Severity.values()) {
                if (of(kind, severity, "").isPresent()) {
                    signs.add(new Sign(kind, severity));
                }
            }
        }
        return signs;
    }

    /// Returns what has failed, where a finding tells of a failure: of something that ends what runs on a GPU, or
    /// takes the GPU away. What only slows it down is none, nor is what a program or a person does, and nor what
    /// only says that nothing is known.
    static Optional<Cause> of(Finding finding) {
        return of(finding.key().kind(), finding.severity(), finding.key().detail());
    }

    private static Optional<Cause> of(FindingKind kind, Severity severity, String detail) {
        return switch (kind) {
            case GPU_LOST, GPU_STUCK, GPUS_MISSING -> Optional.of(GPU);
            case FATAL_XID -> Optional.of(ofXid(detail));
            case XID -> severity == Severity.INFO ? Optional.empty() : Optional.of(ofXid(detail));
            case ECC_UNCORRECTED, ROW_REMAP_FAILED, SRAM_WORN -> Optional.of(GPU_MEMORY);
            case NVLINK_DOWN, FABRIC -> Optional.of(LINK);
            case HOT -> severity == Severity.CRITICAL ? Optional.of(HEAT) : Optional.empty();
            case NODE_NOT_READY -> Optional.of(NODE);
            case XID_REPEATS,
                    ROW_REMAP_PENDING,
                    PAGES_RETIRED,
                    MEMORY_HOT,
                    THROTTLED_BY_HEAT,
                    POWER_BRAKE,
                    PCIE_REPLAYS,
                    PCIE_NARROW,
                    NVLINK_ERRORS,
                    MEMORY_ORPHANED,
                    MEMORY_FULL,
                    MEMORY_GROWS,
                    HUNG,
                    LOW_USE,
                    SLOW,
                    SLOWER,
                    SILENT,
                    STACK,
                    SKEW -> Optional.empty();
        };
    }

    private static Cause ofXid(String number) {
        return switch (number) {
            case "48", "63", "64", "92", "94", "95", "140", "171", "172" -> GPU_MEMORY;
            case "119", "120" -> GPU_SYSTEM_PROCESSOR;
            case "74", "136", "137", "144", "145", "146", "147", "148", "149", "150", "155" -> LINK;
            case "54" -> POWER;
            default -> GPU;
        };
    }
}
