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

/// A reason why a workload may have the grade that it has. A tag is not given by something that is not measured.
public enum Tag {
    /// At least one minute of twenty is below 10 %, and at least one of twenty is at 70 % or more: the workload waits
    /// for something, again and again.
    FLUCTUATING(usage ->
            usage.minutes() > 0 && 20 * usage.low() >= usage.minutes() && 20 * usage.high() >= usage.minutes()),
    /// The workload moves data: memory is read or written for 40 % of the time, or a gigabyte a second goes over PCIe,
    /// while the multiprocessors are active for less than 30 %.
    IO_BOUND(usage -> (isFrom(usage, MEMORY_UTILIZATION, 0.4) || isFrom(usage, PCIE_BYTES_PER_SECOND, 1e9))
            && isBelow(usage, SM_ACTIVE, 0.3)),
    /// The workload waits for memory, as decoding does: this is no waste.
    MEMORY_BOUND(usage -> isFrom(usage, DRAM_ACTIVE, 0.5) && isBelow(usage, SM_ACTIVE, 0.5)),
    /// Something runs for 40 % of the time, on less than 25 % of the multiprocessors: kernels are too small.
    BUSY_LOW_SM(usage -> isFrom(usage, ENGINE_ACTIVE, 0.4) && isBelow(usage, SM_ACTIVE, 0.25));

    @SuppressWarnings("ImmutableEnumChecker") // rules that keep nothing
    private final Predicate<WorkloadUsage> rule;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    Tag(Predicate<WorkloadUsage> rule) {
        this.rule = rule;
    }

    /// Returns the tag as it is written in reports.
    public String word() {
        return word;
    }

    /// Returns all tags that apply to a usage.
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
