package io.gpuledger.simulator.story;

import io.gpuledger.simulator.fleet.Sku;

/// What counts as activity.
public enum Basis {
    /// That a multiprocessor works.
    SM_ACTIVE,
    /// That any kernel runs, as both GR_ENGINE_ACTIVE and the driver's utilization have it.
    ENGINE_ACTIVE;

    /// What can be had of this product: where nothing is profiled, only the driver's utilization.
    public Basis on(Sku sku) {
        return sku.isProfiled() ? this : ENGINE_ACTIVE;
    }

    /// In thousandths.
    public int of(Load load) {
        return switch (this) {
            case SM_ACTIVE -> load.sm();
            case ENGINE_ACTIVE -> load.engine();
        };
    }
}
