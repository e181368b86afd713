package io.gpuledger.exporter.device;

import static io.gpuledger.exporter.device.Quantity.Kind.ACTIVITY;
import static io.gpuledger.exporter.device.Quantity.Kind.COUNTER;
import static io.gpuledger.exporter.device.Quantity.Kind.GAUGE;

import java.util.List;
import java.util.Locale;

/// What can be read from a GPU, an instance or a link, in base units: seconds, bytes, watts, joules, hertz, ratios.
public enum Quantity {
    /// The driver's own utilization gauge: the part of its latest sample window in which a kernel ran.
    UTILIZATION(GAUGE, Pace.FAST),
    MEMORY_UTILIZATION(GAUGE, Pace.FAST),
    ENCODER_UTILIZATION(GAUGE, Pace.FAST),
    DECODER_UTILIZATION(GAUGE, Pace.FAST),
    JPEG_UTILIZATION(GAUGE, Pace.FAST),
    OFA_UTILIZATION(GAUGE, Pace.FAST),
    /// This is [#UTILIZATION], over the whole time since the GPU was last read.
    BUSY(ACTIVITY, Pace.FAST),
    ENGINE_ACTIVE(ACTIVITY, Pace.FAST),
    SM_ACTIVE(ACTIVITY, Pace.FAST),
    TENSOR_ACTIVE(ACTIVITY, Pace.FAST),
    DRAM_ACTIVE(ACTIVITY, Pace.FAST),
    /// Means, 0 to 1, over the time since the same GPU was last read, as the activities above; the ledger keeps no
    /// integrals of them. Occupancy is of warps, the others are of the pipes of that precision.
    SM_OCCUPANCY(GAUGE, Pace.FAST),
    FP64_ACTIVE(GAUGE, Pace.FAST),
    FP32_ACTIVE(GAUGE, Pace.FAST),
    FP16_ACTIVE(GAUGE, Pace.FAST),
    INTEGER_ACTIVE(GAUGE, Pace.FAST),
    TENSOR_INTEGER_ACTIVE(GAUGE, Pace.FAST),
    TENSOR_HALF_ACTIVE(GAUGE, Pace.FAST),
    TENSOR_DOUBLE_ACTIVE(GAUGE, Pace.FAST),
    /// This counts the activities that the driver gave as less than 0 or more than 1.
    ACTIVITY_CLAMPED(COUNTER, Pace.FAST),
    MEMORY_TOTAL(GAUGE, Pace.FAST),
    MEMORY_USED(GAUGE, Pace.FAST),
    MEMORY_FREE(GAUGE, Pace.FAST),
    MEMORY_RESERVED(GAUGE, Pace.FAST),
    BAR1_TOTAL(GAUGE, Pace.SLOW),
    BAR1_USED(GAUGE, Pace.SLOW),
    BAR1_FREE(GAUGE, Pace.SLOW),
    GPU_TEMPERATURE(GAUGE, Pace.FAST),
    MEMORY_TEMPERATURE(GAUGE, Pace.FAST),
    /// Degrees left until the GPU slows down; the next four are where that is, in the same degrees.
    TEMPERATURE_MARGIN(GAUGE, Pace.FAST),
    MARGIN_AT_SHUTDOWN(GAUGE, Pace.SLOW),
    MARGIN_AT_SLOWDOWN(GAUGE, Pace.SLOW),
    MARGIN_AT_MEMORY_MAX(GAUGE, Pace.SLOW),
    MARGIN_AT_GPU_MAX(GAUGE, Pace.SLOW),
    POWER(GAUGE, Pace.FAST),
    POWER_AVERAGE(GAUGE, Pace.FAST),
    POWER_INSTANT(GAUGE, Pace.FAST),
    /// What the driver enforces, of all limits that are set.
    POWER_LIMIT(GAUGE, Pace.FAST),
    POWER_LIMIT_SET(GAUGE, Pace.SLOW),
    POWER_LIMIT_REQUESTED(GAUGE, Pace.SLOW),
    POWER_LIMIT_MIN(GAUGE, Pace.SLOW),
    POWER_LIMIT_MAX(GAUGE, Pace.SLOW),
    POWER_LIMIT_DEFAULT(GAUGE, Pace.SLOW),
    ENERGY(COUNTER, Pace.FAST),
    GRAPHICS_CLOCK(GAUGE, Pace.FAST),
    SM_CLOCK(GAUGE, Pace.FAST),
    MEMORY_CLOCK(GAUGE, Pace.FAST),
    VIDEO_CLOCK(GAUGE, Pace.FAST),
    SM_CLOCK_MAX(GAUGE, Pace.SLOW),
    MEMORY_CLOCK_MAX(GAUGE, Pace.SLOW),
    /// 0 is the fastest, 15 the slowest.
    PERFORMANCE_STATE(GAUGE, Pace.FAST),
    /// This is read of each fan: the part of its highest speed that it is to have.
    FAN_SPEED(GAUGE, Pace.SLOW),
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
    VIOLATION_APP_CLOCKS(COUNTER, Pace.FAST),
    VIOLATION_BASE_CLOCKS(COUNTER, Pace.FAST),
    PCIE_TX_BYTES(COUNTER, Pace.FAST),
    PCIE_RX_BYTES(COUNTER, Pace.FAST),
    /// Bytes per second since the GPU was last read; likewise the next four, of which the last adds up both directions.
    PCIE_TX_RATE(GAUGE, Pace.FAST),
    PCIE_RX_RATE(GAUGE, Pace.FAST),
    NVLINK_TX_RATE(GAUGE, Pace.FAST),
    NVLINK_RX_RATE(GAUGE, Pace.FAST),
    NVLINK_RATE(GAUGE, Pace.FAST),
    NVLINK_TX_BYTES(COUNTER, Pace.FAST),
    NVLINK_RX_BYTES(COUNTER, Pace.FAST),
    /// These are counted since the driver was loaded; the lifetime counts below stand in the device itself.
    ECC_CORRECTED(COUNTER, Pace.SLOW),
    ECC_UNCORRECTED(COUNTER, Pace.SLOW),
    ECC_LIFETIME_CORRECTED(COUNTER, Pace.SLOW),
    ECC_LIFETIME_UNCORRECTED(COUNTER, Pace.SLOW),
    /// These are counted by the on-chip memories over the device's life; the last says whether they are so many that
    /// the device has to go.
    ECC_SRAM_CORRECTED(COUNTER, Pace.SLOW),
    ECC_SRAM_PARITY(COUNTER, Pace.SLOW),
    ECC_SRAM_DOUBLE_BIT(COUNTER, Pace.SLOW),
    ECC_SRAM_THRESHOLD_EXCEEDED(GAUGE, Pace.SLOW),
    ECC_MODE(GAUGE, Pace.SLOW),
    RETIRED_PAGES_SINGLE_BIT(COUNTER, Pace.SLOW),
    RETIRED_PAGES_DOUBLE_BIT(COUNTER, Pace.SLOW),
    RETIRED_PAGES_PENDING(GAUGE, Pace.SLOW),
    RETIRED_PAGES_PENDING_SINGLE_BIT(GAUGE, Pace.SLOW),
    RETIRED_PAGES_PENDING_DOUBLE_BIT(GAUGE, Pace.SLOW),
    REMAPPED_ROWS_CORRECTABLE(COUNTER, Pace.SLOW),
    REMAPPED_ROWS_UNCORRECTABLE(COUNTER, Pace.SLOW),
    ROW_REMAP_PENDING(GAUGE, Pace.SLOW),
    ROW_REMAP_FAILED(GAUGE, Pace.SLOW),
    REMAPPED_ROWS_CORRECTABLE_INACTIVE(GAUGE, Pace.SLOW),
    REMAPPED_ROWS_UNCORRECTABLE_INACTIVE(GAUGE, Pace.SLOW),
    /// How many banks of memory have all, many, some, few or none of their spare rows left.
    REMAP_BANKS_MAX(GAUGE, Pace.SLOW),
    REMAP_BANKS_HIGH(GAUGE, Pace.SLOW),
    REMAP_BANKS_PARTIAL(GAUGE, Pace.SLOW),
    REMAP_BANKS_LOW(GAUGE, Pace.SLOW),
    REMAP_BANKS_NONE(GAUGE, Pace.SLOW),
    PCIE_LINK_GENERATION(GAUGE, Pace.SLOW),
    PCIE_LINK_WIDTH(GAUGE, Pace.SLOW),
    PCIE_REPLAYS(COUNTER, Pace.SLOW),
    PCIE_REPLAY_ROLLOVERS(COUNTER, Pace.SLOW),
    PCIE_RECOVERIES(COUNTER, Pace.SLOW),
    PCIE_CORRECTABLE_ERRORS(COUNTER, Pace.SLOW),
    PCIE_NAKS_RECEIVED(COUNTER, Pace.SLOW),
    PCIE_NAKS_SENT(COUNTER, Pace.SLOW),
    PCIE_RECEIVER_ERRORS(COUNTER, Pace.SLOW),
    PCIE_BAD_TLPS(COUNTER, Pace.SLOW),
    PCIE_BAD_DLLPS(COUNTER, Pace.SLOW),
    PCIE_NON_FATAL_ERRORS(COUNTER, Pace.SLOW),
    PCIE_FATAL_ERRORS(COUNTER, Pace.SLOW),
    PCIE_UNSUPPORTED_REQUESTS(COUNTER, Pace.SLOW),
    PCIE_LCRC_ERRORS(COUNTER, Pace.SLOW),
    PCIE_LANE_ERRORS(COUNTER, Pace.SLOW),
    NVLINK_REPLAY_ERRORS(COUNTER, Pace.SLOW),
    NVLINK_RECOVERY_ERRORS(COUNTER, Pace.SLOW),
    NVLINK_CRC_ERRORS(COUNTER, Pace.SLOW),
    NVLINK_CRC_DATA_ERRORS(COUNTER, Pace.SLOW),
    NVLINK_ECC_ERRORS(COUNTER, Pace.SLOW),
    /// These three exist since NVLink 5.
    NVLINK_RECOVERY_FAILURES(COUNTER, Pace.SLOW),
    NVLINK_RX_ERRORS(COUNTER, Pace.SLOW),
    NVLINK_SYMBOL_ERRORS(COUNTER, Pace.SLOW),
    /// This is read of each link, and is 1 when the link is up.
    NVLINK_UP(GAUGE, Pace.SLOW),
    VGPU_LICENSE(GAUGE, Pace.SLOW),
    PERSISTENCE_MODE(GAUGE, Pace.SLOW),
    /// The NVLink fabric has these states: 0 is none, 1 is not begun, 2 is being joined, 3 is joined.
    FABRIC_STATE(GAUGE, Pace.SLOW),
    FABRIC_CLIQUE(GAUGE, Pace.SLOW),
    FABRIC_HEALTH(GAUGE, Pace.SLOW),
    /// What mends the GPU: 0 nothing is to be done, 1 a reset, 2 a reboot, 3 and 4 to be drained (and reset).
    RECOVERY_ACTION(GAUGE, Pace.SLOW),
    /// How long the driver itself took for all fields that were asked for at once, of either pace.
    FAST_FIELDS_LATENCY(GAUGE, Pace.FAST),
    SLOW_FIELDS_LATENCY(GAUGE, Pace.SLOW);

    /// All quantities stand here in their order, without the copy that [#values] makes.
    public static final List<Quantity> ALL = List.of(values());

    /// This says how the numbers of a quantity relate over time.
    public enum Kind {
        /// The number is the state at the instant of reading.
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

    public String word() {
        return word;
    }
}
