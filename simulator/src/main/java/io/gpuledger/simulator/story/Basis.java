package io.gpuledger.simulator.story;

import io.gpuledger.simulator.fleet.Gpu;

/// What counts as activity.
public enum Basis {
    /// That a multiprocessor works.
    SM_ACTIVE,
    /// That any kernel runs, as both GR_ENGINE_ACTIVE and the driver's utilization have it.
    ENGINE_ACTIVE;

    /// What can be had of each pod on this GPU. Where nothing is profiled, and where pods share it, that is only
    /// whether kernels run.
    public Basis on(Gpu gpu) {
        return gpu.sku().isProfiled() && gpu.replicas() == 1 ? this : ENGINE_ACTIVE;
    }

    /// In thousandths.
    public int of(Load load) {
        return switch (this) {
            case SM_ACTIVE -> load.sm();
            case ENGINE_ACTIVE -> load.engine();
        };
    }
}
