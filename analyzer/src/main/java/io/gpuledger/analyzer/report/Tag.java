package io.gpuledger.analyzer.report;

import static io.gpuledger.analyzer.ledger.Measure.DRAM_ACTIVE;
import static io.gpuledger.analyzer.ledger.Measure.ENGINE_ACTIVE;
import static io.gpuledger.analyzer.ledger.Measure.MEMORY_UTILIZATION;
import static io.gpuledger.analyzer.ledger.Measure.PCIE_BYTES_PER_SECOND;
import static io.gpuledger.analyzer.ledger.Measure.SM_ACTIVE;

import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// Why a workload may have the grade that it has. What is not measured has no tag.
public enum Tag {
    /// In one of twenty minutes below 10 %, and in one of twenty at 70 % or more: it waits for something, again and
    /// again.
    FLUCTUATING(usage ->
            usage.minutes() > 0 && 20 * usage.low() >= usage.minutes() && 20 * usage.high() >= usage.minutes()),
    /// It moves data: memory is read or written for 40 % of the time, or a gigabyte a second goes over PCIe, while the
    /// multiprocessors are active for less than 30 %.
    IO_BOUND(usage -> (isFrom(usage, MEMORY_UTILIZATION, 0.4) || isFrom(usage, PCIE_BYTES_PER_SECOND, 1e9))
            && isBelow(usage, SM_ACTIVE, 0.3)),
    /// Memory is what it waits for, as decoding does: no waste.
    MEMORY_BOUND(usage -> isFrom(usage, DRAM_ACTIVE, 0.5) && isBelow(usage, SM_ACTIVE, 0.5)),
    /// Something runs for 40 % of the time, on less than 25 % of the multiprocessors: kernels are too small.
    BUSY_LOW_SM(usage -> isFrom(usage, ENGINE_ACTIVE, 0.4) && isBelow(usage, SM_ACTIVE, 0.25));

    @SuppressWarnings("ImmutableEnumChecker") // rules that keep nothing
    private final Predicate<WorkloadUsage> rule;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    Tag(Predicate<WorkloadUsage> rule) {
        this.rule = rule;
    }

    /// As it is written.
    public String word() {
        return word;
    }

    /// All that it deserves.
    public static List<Tag> of(WorkloadUsage usage) {
        return List.of(values()).stream().filter(tag -> tag.rule.test(usage)).toList();
    }

    private static boolean isFrom(WorkloadUsage usage, Measure measure, double least) {
        return usage.means().getOrDefault(measure, -1.0) >= least;
    }

    private static boolean isBelow(WorkloadUsage usage, Measure measure, double limit) {
        return usage.means().getOrDefault(measure, limit) < limit;
    }
}
