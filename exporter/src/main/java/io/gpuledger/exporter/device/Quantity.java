package io.gpuledger.exporter.device;

import static io.gpuledger.exporter.device.Quantity.Kind.ACTIVITY;
import static io.gpuledger.exporter.device.Quantity.Kind.COUNTER;
import static io.gpuledger.exporter.device.Quantity.Kind.GAUGE;

import java.util.Locale;

/// What can be read from a GPU, an instance or a link, in base units: seconds, bytes, watts, joules, hertz, ratios.
public enum Quantity {
    /// The driver's own utilization gauge: the part of its latest sample window in which a kernel ran.
    UTILIZATION(GAUGE, Pace.FAST),
    MEMORY_UTILIZATION(GAUGE, Pace.FAST),
    ENCODER_UTILIZATION(GAUGE, Pace.FAST),
    DECODER_UTILIZATION(GAUGE, Pace.FAST),
    /// As [#UTILIZATION], over the whole time since the GPU was last read.
    BUSY(ACTIVITY, Pace.FAST),
    ENGINE_ACTIVE(ACTIVITY, Pace.FAST),
    SM_ACTIVE(ACTIVITY, Pace.FAST),
    TENSOR_ACTIVE(ACTIVITY, Pace.FAST),
    DRAM_ACTIVE(ACTIVITY, Pace.FAST),
    /// Means, 0 to 1, over the time since the same GPU was last read, as the activities above; of these the ledger
    /// keeps
    /// no integrals. Occupancy is of warps, the others are of the pipes of that precision.
    SM_OCCUPANCY(GAUGE, Pace.FAST),
    FP64_ACTIVE(GAUGE, Pace.FAST),
    FP32_ACTIVE(GAUGE, Pace.FAST),
    FP16_ACTIVE(GAUGE, Pace.FAST),
    MEMORY_TOTAL(GAUGE, Pace.FAST),
    MEMORY_USED(GAUGE, Pace.FAST),
    MEMORY_FREE(GAUGE, Pace.FAST),
    MEMORY_RESERVED(GAUGE, Pace.FAST),
    GPU_TEMPERATURE(GAUGE, Pace.FAST),
    MEMORY_TEMPERATURE(GAUGE, Pace.FAST),
    POWER(GAUGE, Pace.FAST),
    POWER_LIMIT(GAUGE, Pace.FAST),
    ENERGY(COUNTER, Pace.FAST),
    SM_CLOCK(GAUGE, Pace.FAST),
    MEMORY_CLOCK(GAUGE, Pace.FAST),
    /// Why clocks are not at their highest, as the bits of [ClockEvent].
    CLOCK_EVENTS(GAUGE, Pace.FAST),
    THROTTLED_POWER_CAP(COUNTER, Pace.FAST),
    THROTTLED_SYNC_BOOST(COUNTER, Pace.FAST),
    THROTTLED_SW_THERMAL(COUNTER, Pace.FAST),
    THROTTLED_HW_THERMAL(COUNTER, Pace.FAST),
    THROTTLED_HW_POWER_BRAKE(COUNTER, Pace.FAST),
    /// Time for which a policy of the driver held performance down; by another reckoning than throttling's.
    VIOLATION_POWER(COUNTER, Pace.FAST),
    VIOLATION_THERMAL(COUNTER, Pace.FAST),
    VIOLATION_SYNC_BOOST(COUNTER, Pace.FAST),
    VIOLATION_BOARD_LIMIT(COUNTER, Pace.FAST),
    VIOLATION_LOW_UTILIZATION(COUNTER, Pace.FAST),
    VIOLATION_RELIABILITY(COUNTER, Pace.FAST),
    PCIE_TX_BYTES(COUNTER, Pace.FAST),
    PCIE_RX_BYTES(COUNTER, Pace.FAST),
    /// Bytes per second since the GPU was last read; likewise the next two, of which NVLink's adds up both directions.
    PCIE_TX_RATE(GAUGE, Pace.FAST),
    PCIE_RX_RATE(GAUGE, Pace.FAST),
    NVLINK_RATE(GAUGE, Pace.FAST),
    NVLINK_TX_BYTES(COUNTER, Pace.FAST),
    NVLINK_RX_BYTES(COUNTER, Pace.FAST),
    /// Since the driver was loaded; the lifetime counts below stand in the device itself.
    ECC_CORRECTED(COUNTER, Pace.SLOW),
    ECC_UNCORRECTED(COUNTER, Pace.SLOW),
    ECC_LIFETIME_CORRECTED(COUNTER, Pace.SLOW),
    ECC_LIFETIME_UNCORRECTED(COUNTER, Pace.SLOW),
    RETIRED_PAGES_SINGLE_BIT(COUNTER, Pace.SLOW),
    RETIRED_PAGES_DOUBLE_BIT(COUNTER, Pace.SLOW),
    RETIRED_PAGES_PENDING(GAUGE, Pace.SLOW),
    REMAPPED_ROWS_CORRECTABLE(COUNTER, Pace.SLOW),
    REMAPPED_ROWS_UNCORRECTABLE(COUNTER, Pace.SLOW),
    ROW_REMAP_PENDING(GAUGE, Pace.SLOW),
    ROW_REMAP_FAILED(GAUGE, Pace.SLOW),
    PCIE_REPLAYS(COUNTER, Pace.SLOW),
    NVLINK_REPLAY_ERRORS(COUNTER, Pace.SLOW),
    NVLINK_RECOVERY_ERRORS(COUNTER, Pace.SLOW),
    NVLINK_CRC_ERRORS(COUNTER, Pace.SLOW),
    /// Of one link: 1 when it is up.
    NVLINK_UP(GAUGE, Pace.SLOW),
    VGPU_LICENSE(GAUGE, Pace.SLOW);

    /// How the numbers of a quantity relate over time.
    public enum Kind {
        /// The state at the instant of reading.
        GAUGE,
        /// A count that the driver keeps; it may start again from zero when the driver does.
        COUNTER,
        /// The mean, 0 to 1, over the time since the same GPU was last read; at the first read there is none.
        ACTIVITY
    }

    private final Kind kind;
    private final Pace pace;
    private final String word = name().toLowerCase(Locale.ROOT);

    Quantity(Kind kind, Pace pace) {
        this.kind = kind;
        this.pace = pace;
    }

    public Kind kind() {
        return kind;
    }

    public Pace pace() {
        return pace;
    }

    /// The name as pages and logs print it.
    public String word() {
        return word;
    }
}
