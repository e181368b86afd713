package io.gpuledger.simulator.story;

/// What a pod asks of a unit throughout a second, in thousandths of what the unit has.
///
/// @param engine whether a kernel runs at all, which is all that the driver's utilization says
/// @param sm multiprocessors: the activity that is booked
/// @param memory how much memory it holds
public record Load(int engine, int sm, int tensor, int dram, int memory, int pcie, int nvlink) {
    public static final int ALL = 1000;
    public static final Load NONE = new Load(0, 0, 0, 0, 0, 0, 0);

    /// Returns this load, on one of so many replicas of a unit, as a part of the whole unit.
    public Load part(int replicas) {
        return new Load(
                engine / replicas,
                sm / replicas,
                tensor / replicas,
                dram / replicas,
                memory / replicas,
                pcie / replicas,
                nvlink / replicas);
    }

    /// Returns the load of both at once; no unit gives more than it has.
    public Load plus(Load other) {
        return new Load(
                Math.min(ALL, engine + other.engine),
                Math.min(ALL, sm + other.sm),
                Math.min(ALL, tensor + other.tensor),
                Math.min(ALL, dram + other.dram),
                Math.min(ALL, memory + other.memory),
                Math.min(ALL, pcie + other.pcie),
                Math.min(ALL, nvlink + other.nvlink));
    }
}
