package io.gpuledger.simulator.story;

import io.gpuledger.simulator.fleet.Gpu;

/// The basis says what counts as activity.
public enum Basis {
    /// A unit is active while a multiprocessor works.
    SM_ACTIVE,
    /// A unit is active while any kernel runs, as both GR_ENGINE_ACTIVE and the driver's utilization have it.
    ENGINE_ACTIVE;

    /// What can be had of each pod on this GPU. Where nothing is profiled, and where pods share it, that is only
    /// whether kernels run.
    public Basis on(Gpu gpu) {
        return gpu.isProfiled() && gpu.replicas() == 1 ? this : ENGINE_ACTIVE;
    }

    /// Returns the activity in thousandths.
    public int of(Load load) {
        return switch (this) {
            case SM_ACTIVE -> load.sm();
            case ENGINE_ACTIVE -> load.engine();
        };
    }
}
