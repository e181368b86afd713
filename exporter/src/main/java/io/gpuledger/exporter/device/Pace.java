package io.gpuledger.exporter.device;

/// How often a quantity is worth a call into the driver.
public enum Pace {
    /// Every cycle: activity, memory, power, clocks, traffic.
    FAST,
    /// Every few cycles: error counts, remapped rows, link states.
    SLOW
}
