package io.gpuledger.analyzer.telemetry;

import static io.gpuledger.analyzer.telemetry.Field.Kind.COUNTER;
import static io.gpuledger.analyzer.telemetry.Field.Kind.GAUGE;
import static io.gpuledger.analyzer.telemetry.Field.Kind.INSTANT;
import static io.gpuledger.analyzer.telemetry.Field.Kind.STATE;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What is kept of a unit at an instant, in base units: seconds, bytes, watts, joules, hertz, ratios. Whatever exporter
/// said it, and whatever it called it: a column of a sample's row.
public enum Field {
    LOST(STATE, 1),
    STUCK(STATE, 1),
    /// The ledger's basis: time in which every activity was read, and the parts of it in which the unit was active.
    OBSERVED_SECONDS(COUNTER, Limit.SECONDS),
    BUSY_SECONDS(COUNTER, Limit.SECONDS),
    ENGINE_ACTIVE_SECONDS(COUNTER, Limit.SECONDS),
    SM_ACTIVE_SECONDS(COUNTER, Limit.SECONDS),
    TENSOR_ACTIVE_SECONDS(COUNTER, Limit.SECONDS),
    DRAM_ACTIVE_SECONDS(COUNTER, Limit.SECONDS),
    UTILIZATION_RATIO(GAUGE, 1),
    MEMORY_UTILIZATION_RATIO(GAUGE, 1),
    ENGINE_ACTIVE_RATIO(GAUGE, 1),
    SM_ACTIVE_RATIO(GAUGE, 1),
    SM_OCCUPANCY_RATIO(GAUGE, 1),
    TENSOR_ACTIVE_RATIO(GAUGE, 1),
    DRAM_ACTIVE_RATIO(GAUGE, 1),
    ENCODER_UTILIZATION_RATIO(GAUGE, 1),
    DECODER_UTILIZATION_RATIO(GAUGE, 1),
    MEMORY_USED_BYTES(GAUGE, Limit.MEMORY),
    MEMORY_FREE_BYTES(GAUGE, Limit.MEMORY),
    MEMORY_TOTAL_BYTES(GAUGE, Limit.MEMORY),
    MEMORY_RESERVED_BYTES(GAUGE, Limit.MEMORY),
    /// In use on a unit that nobody holds.
    ORPHAN_MEMORY_BYTES(GAUGE, Limit.MEMORY),
    TEMPERATURE_CELSIUS(GAUGE, Limit.CELSIUS),
    MEMORY_TEMPERATURE_CELSIUS(GAUGE, Limit.CELSIUS),
    /// Degrees that are left until the GPU slows down.
    TEMPERATURE_MARGIN_CELSIUS(GAUGE, Limit.CELSIUS),
    POWER_WATTS(GAUGE, Limit.WATTS),
    POWER_LIMIT_WATTS(GAUGE, Limit.WATTS),
    ENERGY_JOULES(COUNTER, Limit.JOULES),
    SM_CLOCK_HERTZ(GAUGE, Limit.HERTZ),
    MEMORY_CLOCK_HERTZ(GAUGE, Limit.HERTZ),
    SM_CLOCK_MAX_HERTZ(GAUGE, Limit.HERTZ),
    /// Time for which clocks were held down.
    THROTTLED_POWER_CAP_SECONDS(COUNTER, Limit.SECONDS),
    THROTTLED_SW_THERMAL_SECONDS(COUNTER, Limit.SECONDS),
    THROTTLED_HW_THERMAL_SECONDS(COUNTER, Limit.SECONDS),
    THROTTLED_HW_POWER_BRAKE_SECONDS(COUNTER, Limit.SECONDS),
    THROTTLED_SYNC_BOOST_SECONDS(COUNTER, Limit.SECONDS),
    POWER_VIOLATION_SECONDS(COUNTER, Limit.SECONDS),
    THERMAL_VIOLATION_SECONDS(COUNTER, Limit.SECONDS),
    ECC_CORRECTED_ERRORS(COUNTER, Limit.COUNT),
    ECC_UNCORRECTED_ERRORS(COUNTER, Limit.COUNT),
    ECC_LIFETIME_CORRECTED_ERRORS(COUNTER, Limit.COUNT),
    ECC_LIFETIME_UNCORRECTED_ERRORS(COUNTER, Limit.COUNT),
    REMAPPED_ROWS_CORRECTABLE(COUNTER, Limit.COUNT),
    REMAPPED_ROWS_UNCORRECTABLE(COUNTER, Limit.COUNT),
    ROW_REMAP_PENDING(STATE, 1),
    ROW_REMAP_FAILED(STATE, 1),
    RETIRED_PAGES_SINGLE_BIT(COUNTER, Limit.COUNT),
    RETIRED_PAGES_DOUBLE_BIT(COUNTER, Limit.COUNT),
    RETIRED_PAGES_PENDING(STATE, Limit.SMALL),
    PCIE_REPLAYS(COUNTER, Limit.COUNT),
    PCIE_LINK_WIDTH(STATE, Limit.SMALL),
    PCIE_SENT_BYTES(COUNTER, Limit.COUNT),
    PCIE_RECEIVED_BYTES(COUNTER, Limit.COUNT),
    PCIE_SENT_BYTES_PER_SECOND(GAUGE, Limit.RATE),
    PCIE_RECEIVED_BYTES_PER_SECOND(GAUGE, Limit.RATE),
    NVLINK_SENT_BYTES(COUNTER, Limit.COUNT),
    NVLINK_RECEIVED_BYTES(COUNTER, Limit.COUNT),
    NVLINK_CRC_ERRORS(COUNTER, Limit.COUNT),
    NVLINK_REPLAY_ERRORS(COUNTER, Limit.COUNT),
    NVLINK_RECOVERY_ERRORS(COUNTER, Limit.COUNT),
    /// The field says how many of those that the unit has are up.
    NVLINK_LINKS_UP(STATE, Limit.SMALL),
    /// The field says the number of the latest XID, where only that is told.
    LATEST_XID(STATE, Limit.SMALL),
    /// The field says what mends the GPU, as NVML numbers it; 0 is nothing.
    RECOVERY_ACTION(STATE, Limit.SMALL),
    /// The field says when whoever says all this began to count: its counters were zero then. Two of them are never of
    /// one life.
    STARTED_SECONDS(INSTANT, Limit.SECONDS);

    /// Says how a field is to be read, and with it how it is stored.
    public enum Kind {
        /// The field goes only forward, until whoever counts begins anew.
        COUNTER,
        /// The field is measured at an instant.
        GAUGE,
        /// The field is a small whole number that stands until another is said.
        STATE,
        /// The field is in seconds since 1970, by the clock of whoever says it.
        INSTANT
    }

    /// Says what values a device can have. Beyond it a value is a defect of whoever said it, such as DCGM's sentinels.
    private interface Limit {
        double SECONDS = 1e10;
        double MEMORY = 1L << 50;
        double CELSIUS = 1_000;
        double WATTS = 100_000;
        double JOULES = 1e13;
        double HERTZ = 1e11;
        double COUNT = 1e18;
        double RATE = 1e14;
        double SMALL = 32_767;
    }

    /// In the order of their declaration, which is the order of the bits in a [Values].
    public static final List<Field> ALL = List.of(values());

    private static final Map<String, Field> BY_COLUMN =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Field::column, Function.identity()));

    private final Kind kind;
    private final double max;
    private final String column = name().toLowerCase(Locale.ROOT);

    Field(Kind kind, double max) {
        this.kind = kind;
        this.max = max;
    }

    public static Optional<Field> ofColumn(String column) {
        return Optional.ofNullable(BY_COLUMN.get(column));
    }

    public Kind kind() {
        return kind;
    }

    /// Returns its name in tables of sources and in the database.
    public String column() {
        return column;
    }

    /// Returns its place in [#ALL].
    @SuppressWarnings("EnumOrdinal") // good in this process alone: what leaves it names its columns
    public int place() {
        return ordinal();
    }

    /// Returns its bit in [Values#said].
    public long bit() {
        return 1L << place();
    }

    /// The highest that is believed. The lowest is 0, but for temperatures.
    public double max() {
        return max;
    }

    public double min() {
        return switch (this) {
            case TEMPERATURE_CELSIUS, MEMORY_TEMPERATURE_CELSIUS, TEMPERATURE_MARGIN_CELSIUS -> -100;
            default -> 0;
        };
    }

    public boolean isRatio() {
        return kind == GAUGE && max == 1;
    }
}
