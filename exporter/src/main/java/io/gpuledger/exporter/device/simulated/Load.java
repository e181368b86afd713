package io.gpuledger.exporter.device.simulated;

/// What work asks of a unit at an instant; every number is a part of what the unit has, 0 to 1.
///
/// @param engine whether a kernel runs at all, which is all that the driver's utilization says
/// @param memory how much memory it holds
/// @param nvlink the traffic in each direction, over all links
public record Load(
        double engine,
        double sm,
        double tensor,
        double dram,
        double memory,
        double pcieTx,
        double pcieRx,
        double nvlink) {
    public static final Load NONE = new Load(0, 0, 0, 0, 0, 0, 0, 0);

    public static Load of(double engine, double sm, double tensor, double dram) {
        return new Load(engine, sm, tensor, dram, 0, 0, 0, 0);
    }

    public Load holding(double memory) {
        return new Load(engine, sm, tensor, dram, memory, pcieTx, pcieRx, nvlink);
    }

    public Load moving(double pcieTx, double pcieRx, double nvlink) {
        return new Load(engine, sm, tensor, dram, memory, pcieTx, pcieRx, nvlink);
    }

    /// Returns this work slowed down; what it holds stays.
    Load times(double factor) {
        return of(engine * factor, sm * factor, tensor * factor, dram * factor)
                .holding(memory)
                .moving(pcieTx * factor, pcieRx * factor, nvlink * factor);
    }

    /// Returns the load of both at once; no unit gives more than it has.
    public Load plus(Load other) {
        return new Load(
                Math.min(1, engine + other.engine),
                Math.min(1, sm + other.sm),
                Math.min(1, tensor + other.tensor),
                Math.min(1, dram + other.dram),
                Math.min(1, memory + other.memory),
                Math.min(1, pcieTx + other.pcieTx),
                Math.min(1, pcieRx + other.pcieRx),
                Math.min(1, nvlink + other.nvlink));
    }

    /// Returns this load of an instance as a part of the whole GPU. NVLink is closed to instances.
    public Load within(double compute, double memorySlices) {
        return of(engine * compute, sm * compute, tensor * compute, dram * memorySlices)
                .holding(memory * memorySlices)
                .moving(pcieTx * compute, pcieRx * compute, 0);
    }

    /// The part of the GPU's power range that it draws: a resident kernel that only waits draws little.
    double power() {
        return 0.08 * engine + 0.27 * sm + 0.35 * tensor + 0.30 * dram;
    }
}
