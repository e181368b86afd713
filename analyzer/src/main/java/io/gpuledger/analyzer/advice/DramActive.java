package io.gpuledger.analyzer.advice;

import static io.gpuledger.analyzer.ledger.Measure.DRAM_ACTIVE;
import static io.gpuledger.analyzer.ledger.Measure.ENGINE_ACTIVE;
import static io.gpuledger.analyzer.ledger.Measure.MEMORY_UTILIZATION;
import static io.gpuledger.analyzer.ledger.Measure.SM_ACTIVE;
import static io.gpuledger.analyzer.ledger.Measure.UTILIZATION;

import io.gpuledger.analyzer.advice.WorkedHour.Use;

/// For which part of the time memory was active, at the most. The driver's memory utilization counts where that is
/// not measured: it counts the time in which anything was read or written, which is never less. And whatever is
/// measured, memory is active for no more than [#reach] times what its unit was active for.
final class DramActive {
    /// A third of the multiprocessors can keep the memory busy. Where the activity is of the engine or of the
    /// driver, memory is never active for longer than that.
    static final double REACH_OF_SM = 3;

    private DramActive() {}

    static double of(Use use) {
        var means = use.means();
        var known = means.getOrDefault(DRAM_ACTIVE, means.getOrDefault(MEMORY_UTILIZATION, 1.0));
        var active =
                means.getOrDefault(SM_ACTIVE, means.getOrDefault(ENGINE_ACTIVE, means.getOrDefault(UTILIZATION, 1.0)));
        return Math.min(known, reach(use) * active);
    }

    /// Returns for how much longer than its unit memory can be active.
    static double reach(Use use) {
        return use.means().containsKey(SM_ACTIVE) ? REACH_OF_SM : 1;
    }
}
