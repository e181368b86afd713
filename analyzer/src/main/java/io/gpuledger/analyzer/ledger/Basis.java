package io.gpuledger.analyzer.ledger;

import java.util.Locale;

/// What an activity was read from, the best first.
public enum Basis {
    /// The part of the time, and of the multiprocessors, in which a warp was resident.
    SM_ACTIVE,
    /// The part of the time in which the graphics or compute engine worked.
    ENGINE_ACTIVE,
    /// The part of the time in which the driver saw a kernel.
    UTILIZATION;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }
}
