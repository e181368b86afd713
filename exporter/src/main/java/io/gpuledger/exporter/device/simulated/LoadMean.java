package io.gpuledger.exporter.device.simulated;

import java.util.Optional;

/// The load of a unit since it was last read. Closed until it is read for the first time, as the driver needs two
/// samples for a mean.
final class LoadMean {
    private boolean open;
    private double nanos;
    private double engine;
    private double sm;
    private double tensor;
    private double dram;
    private double pcieTx;
    private double pcieRx;
    private double nvlink;

    void add(Load load, double weightNanos) {
        nanos += weightNanos;
        engine += load.engine() * weightNanos;
        sm += load.sm() * weightNanos;
        tensor += load.tensor() * weightNanos;
        dram += load.dram() * weightNanos;
        pcieTx += load.pcieTx() * weightNanos;
        pcieRx += load.pcieRx() * weightNanos;
        nvlink += load.nvlink() * weightNanos;
    }

    /// Returns nothing where there was no earlier read, or no time has passed since.
    Optional<Load> value() {
        return open && nanos > 0
                ? Optional.of(Load.of(engine / nanos, sm / nanos, tensor / nanos, dram / nanos)
                        .moving(pcieTx / nanos, pcieRx / nanos, nvlink / nanos))
                : Optional.empty();
    }

    /// Begins at this instant: the unit has been read.
    void begin() {
        open = true;
        nanos = 0;
        engine = 0;
        sm = 0;
        tensor = 0;
        dram = 0;
        pcieTx = 0;
        pcieRx = 0;
        nvlink = 0;
    }

    /// The driver has forgotten the earlier read.
    void close() {
        open = false;
    }
}
