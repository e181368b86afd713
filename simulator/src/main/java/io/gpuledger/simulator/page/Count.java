package io.gpuledger.simulator.page;

import io.gpuledger.simulator.story.Load;

/// What a unit did while it was seen: sums over seconds, in thousandths of what it can do in a second.
///
/// @param seconds for which it was seen
record Count(long seconds, long engine, long sm, long tensor, long dram, long pcie, long nvlink) {
    static final Count NOTHING = new Count(0, 0, 0, 0, 0, 0, 0);

    Count plus(Load load) {
        return new Count(
                seconds + 1,
                engine + load.engine(),
                sm + load.sm(),
                tensor + load.tensor(),
                dram + load.dram(),
                pcie + load.pcie(),
                nvlink + load.nvlink());
    }

    Count minus(Count before) {
        return new Count(
                seconds - before.seconds,
                engine - before.engine,
                sm - before.sm,
                tensor - before.tensor,
                dram - before.dram,
                pcie - before.pcie,
                nvlink - before.nvlink);
    }
}
