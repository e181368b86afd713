package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.Quantity.*;
import static java.util.stream.Collectors.toUnmodifiableSet;

import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import java.util.List;
import java.util.Set;

/// The table says which field gives which quantity, and what makes base units of its numbers.
final class DcgmFieldTable {
    private static final double MEBI = 1024 * 1024;

    /// A quantity is the field's number times one thing and divided by another, of which one is 1: so that what is
    /// whole stays whole.
    record Source(Quantity quantity, int field, double times, double dividedBy) {
        double inBaseUnit(double number) {
            return number * times / dividedBy;
        }

        String name() {
            return "dcgm " + field;
        }
    }

    static final List<Source> OF_GPU = List.of(
            megahertz(SM_CLOCK, 100),
            megahertz(MEMORY_CLOCK, 101),
            megahertz(VIDEO_CLOCK, 102),
            as(CLOCK_EVENTS, 112),
            as(MEMORY_TEMPERATURE, 140),
            as(GPU_TEMPERATURE, 150),
            as(TEMPERATURE_MARGIN, 153),
            as(POWER, 155),
            new Source(ENERGY, 156, 1, 1000),
            as(POWER_INSTANT, 157),
            as(POWER_LIMIT_SET, 160),
            as(POWER_LIMIT_MIN, 161),
            as(POWER_LIMIT_MAX, 162),
            as(POWER_LIMIT_DEFAULT, 163),
            as(POWER_LIMIT, 164),
            as(PERFORMANCE_STATE, 190),
            as(PCIE_REPLAYS, 202),
            percent(UTILIZATION, 203),
            percent(MEMORY_UTILIZATION, 204),
            percent(ENCODER_UTILIZATION, 206),
            percent(DECODER_UTILIZATION, 207),
            nanoseconds(VIOLATION_POWER, 240),
            nanoseconds(VIOLATION_THERMAL, 241),
            nanoseconds(VIOLATION_SYNC_BOOST, 242),
            nanoseconds(VIOLATION_BOARD_LIMIT, 243),
            nanoseconds(VIOLATION_LOW_UTILIZATION, 244),
            nanoseconds(VIOLATION_RELIABILITY, 245),
            nanoseconds(VIOLATION_APP_CLOCKS, 246),
            nanoseconds(VIOLATION_BASE_CLOCKS, 247),
            nanoseconds(THROTTLED_POWER_CAP, 1420),
            nanoseconds(THROTTLED_SYNC_BOOST, 1421),
            nanoseconds(THROTTLED_SW_THERMAL, 1422),
            nanoseconds(THROTTLED_HW_THERMAL, 1423),
            nanoseconds(THROTTLED_HW_POWER_BRAKE, 1424),
            mebibytes(MEMORY_TOTAL, 250),
            mebibytes(MEMORY_FREE, 251),
            mebibytes(MEMORY_USED, 252),
            mebibytes(MEMORY_RESERVED, 253),
            mebibytes(BAR1_TOTAL, 90),
            mebibytes(BAR1_USED, 92),
            mebibytes(BAR1_FREE, 93),
            as(PERSISTENCE_MODE, 66),
            as(FABRIC_STATE, 170),
            as(FABRIC_CLIQUE, 173),
            as(FABRIC_HEALTH, 174),
            as(PCIE_LINK_GENERATION, 237),
            as(PCIE_LINK_WIDTH, 238),
            as(ECC_MODE, 300),
            as(ECC_CORRECTED, 310),
            as(ECC_UNCORRECTED, 311),
            as(ECC_LIFETIME_CORRECTED, 312),
            as(ECC_LIFETIME_UNCORRECTED, 313),
            as(ECC_SRAM_THRESHOLD_EXCEEDED, 346),
            as(REMAP_BANKS_MAX, 385),
            as(REMAP_BANKS_HIGH, 386),
            as(REMAP_BANKS_PARTIAL, 387),
            as(REMAP_BANKS_LOW, 388),
            as(REMAP_BANKS_NONE, 389),
            as(RETIRED_PAGES_SINGLE_BIT, 390),
            as(RETIRED_PAGES_DOUBLE_BIT, 391),
            as(RETIRED_PAGES_PENDING, 392),
            as(REMAPPED_ROWS_UNCORRECTABLE, 393),
            as(REMAPPED_ROWS_CORRECTABLE, 394),
            as(ROW_REMAP_FAILED, 395),
            as(ROW_REMAP_PENDING, 396),
            as(NVLINK_CRC_ERRORS, 409),
            as(NVLINK_CRC_DATA_ERRORS, 419),
            as(NVLINK_REPLAY_ERRORS, 429),
            as(NVLINK_RECOVERY_ERRORS, 439),
            new Source(NVLINK_RATE, 449, 1e6, 1),
            as(VGPU_LICENSE, 526),
            as(NVLINK_ECC_ERRORS, 1220),
            as(PCIE_CORRECTABLE_ERRORS, 1501),
            as(RECOVERY_ACTION, 1523),
            as(ENGINE_ACTIVE, 1001),
            as(SM_ACTIVE, 1002),
            as(SM_OCCUPANCY, 1003),
            as(TENSOR_ACTIVE, 1004),
            as(DRAM_ACTIVE, 1005),
            as(FP64_ACTIVE, 1006),
            as(FP32_ACTIVE, 1007),
            as(FP16_ACTIVE, 1008),
            as(PCIE_TX_RATE, 1009),
            as(PCIE_RX_RATE, 1010),
            as(NVLINK_TX_RATE, 1011),
            as(NVLINK_RX_RATE, 1012),
            as(TENSOR_INTEGER_ACTIVE, 1013),
            as(TENSOR_HALF_ACTIVE, 1014),
            as(TENSOR_DOUBLE_ACTIVE, 1015),
            as(INTEGER_ACTIVE, 1016));

    /// What DCGM tells GPU instances apart by. DCGM gives them the other fields too, and those are their GPU's.
    static final Set<Integer> OF_INSTANCES = Set.of(
            90, 92, 93, 250, 251, 252, 253, 254, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1013, 1014, 1015,
            1016);

    static final List<Source> OF_INSTANCE = OF_GPU.stream()
            .filter(source -> OF_INSTANCES.contains(source.field()))
            .toList();

    /// Tensor pipes are not told apart by precision before Ampere, and there a watch of these two fails as a whole.
    static final Set<Integer> SINCE_AMPERE = Set.of(1013, 1014);

    /// This field is no state: its values are events, which [XidFeed] reads.
    static final int XID = 230;

    private static final Set<Integer> FAST = OF_GPU.stream()
            .filter(source -> source.quantity().pace() == Pace.FAST)
            .map(Source::field)
            .collect(toUnmodifiableSet());
    private static final int PROFILING_FIRST = 1001;
    private static final int PROFILING_LAST = 1099;
    private static final Set<Integer> PROFILING_PER_LINK = Set.of(1532, 1533);

    private DcgmFieldTable() {}

    /// Whether it is DCGM's profiling that gives this field (`DCGM_FI_PROF_...`).
    static boolean isProfiling(int field) {
        return (field >= PROFILING_FIRST && field <= PROFILING_LAST) || PROFILING_PER_LINK.contains(field);
    }

    /// How often a field is looked at, whoever wants it.
    static Pace pace(int field) {
        return isProfiling(field) || FAST.contains(field) ? Pace.FAST : Pace.SLOW;
    }

    static Set<Integer> fields(List<Source> sources) {
        return sources.stream().map(Source::field).collect(toUnmodifiableSet());
    }

    private static Source as(Quantity quantity, int field) {
        return new Source(quantity, field, 1, 1);
    }

    private static Source percent(Quantity quantity, int field) {
        return new Source(quantity, field, 1, 100);
    }

    private static Source megahertz(Quantity quantity, int field) {
        return new Source(quantity, field, 1e6, 1);
    }

    private static Source mebibytes(Quantity quantity, int field) {
        return new Source(quantity, field, MEBI, 1);
    }

    private static Source nanoseconds(Quantity quantity, int field) {
        return new Source(quantity, field, 1, 1e9);
    }
}
