package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.device.Quantity.*;
import static java.util.Map.entry;

import io.gpuledger.exporter.counters.Field;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/// The numbers behind DCGM's fields: which quantity, and in which of DCGM's units.
final class DcgmNumbers {
    private static final double MEBI = 1024 * 1024;

    private record Scaled(Quantity quantity, DoubleUnaryOperator unit) implements Function<Readings, Reading> {
        @Override
        public Reading apply(Readings readings) {
            return switch (readings.of(quantity)) {
                case Reading.Value(double value) -> Reading.of(unit.applyAsDouble(value));
                case Absent absent -> absent;
            };
        }
    }

    /// Fields stand here by their name in common use.
    private static final Map<String, Scaled> BY_FIELD = Map.ofEntries(
            entry("DCGM_FI_DEV_SM_CLOCK", megahertz(SM_CLOCK)),
            entry("DCGM_FI_DEV_MEM_CLOCK", megahertz(MEMORY_CLOCK)),
            entry("DCGM_FI_DEV_SM_CLOCK_HERTZ", as(SM_CLOCK)),
            entry("DCGM_FI_DEV_MEMORY_CLOCK_HERTZ", as(MEMORY_CLOCK)),
            entry("DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", as(CLOCK_EVENTS)),
            entry("DCGM_FI_DEV_MEMORY_TEMP", as(MEMORY_TEMPERATURE)),
            entry("DCGM_FI_DEV_GPU_TEMP", as(GPU_TEMPERATURE)),
            entry("DCGM_FI_DEV_POWER_USAGE", as(POWER)),
            entry("DCGM_FI_DEV_ENFORCED_POWER_LIMIT", as(POWER_LIMIT)),
            entry("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", new Scaled(ENERGY, joules -> joules * 1000)),
            entry("DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL", as(ENERGY)),
            entry("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", as(PCIE_REPLAYS)),
            entry("DCGM_FI_DEV_GPU_UTIL", percent(UTILIZATION)),
            entry("DCGM_FI_DEV_MEM_COPY_UTIL", percent(MEMORY_UTILIZATION)),
            entry("DCGM_FI_DEV_ENC_UTIL", percent(ENCODER_UTILIZATION)),
            entry("DCGM_FI_DEV_DEC_UTIL", percent(DECODER_UTILIZATION)),
            entry("DCGM_FI_DEV_POWER_VIOLATION", nanoseconds(VIOLATION_POWER)),
            entry("DCGM_FI_DEV_THERMAL_VIOLATION", nanoseconds(VIOLATION_THERMAL)),
            entry("DCGM_FI_DEV_SYNC_BOOST_VIOLATION", nanoseconds(VIOLATION_SYNC_BOOST)),
            entry("DCGM_FI_DEV_BOARD_LIMIT_VIOLATION", nanoseconds(VIOLATION_BOARD_LIMIT)),
            entry("DCGM_FI_DEV_LOW_UTIL_VIOLATION", nanoseconds(VIOLATION_LOW_UTILIZATION)),
            entry("DCGM_FI_DEV_RELIABILITY_VIOLATION", nanoseconds(VIOLATION_RELIABILITY)),
            entry("DCGM_FI_DEV_CLOCKS_EVENT_REASON_SW_POWER_CAP_NS", nanoseconds(THROTTLED_POWER_CAP)),
            entry("DCGM_FI_DEV_CLOCKS_EVENT_REASON_SYNC_BOOST_NS", nanoseconds(THROTTLED_SYNC_BOOST)),
            entry("DCGM_FI_DEV_CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN_NS", nanoseconds(THROTTLED_SW_THERMAL)),
            entry("DCGM_FI_DEV_CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN_NS", nanoseconds(THROTTLED_HW_THERMAL)),
            entry("DCGM_FI_DEV_CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN_NS", nanoseconds(THROTTLED_HW_POWER_BRAKE)),
            entry("DCGM_FI_DEV_TOTAL_APP_CLOCKS_VIOLATION", nanoseconds(VIOLATION_APP_CLOCKS)),
            entry("DCGM_FI_DEV_TOTAL_BASE_CLOCKS_VIOLATION", nanoseconds(VIOLATION_BASE_CLOCKS)),
            entry("DCGM_FI_DEV_VIDEO_CLOCK", megahertz(VIDEO_CLOCK)),
            entry("DCGM_FI_DEV_VIDEO_CLOCK_HERTZ", as(VIDEO_CLOCK)),
            entry("DCGM_FI_DEV_GPU_TEMP_LIMIT", as(TEMPERATURE_MARGIN)),
            entry("DCGM_FI_DEV_POWER_USAGE_INSTANT", as(POWER_INSTANT)),
            entry("DCGM_FI_DEV_POWER_MGMT_LIMIT", as(POWER_LIMIT_SET)),
            entry("DCGM_FI_DEV_POWER_MGMT_LIMIT_MIN", as(POWER_LIMIT_MIN)),
            entry("DCGM_FI_DEV_POWER_MGMT_LIMIT_MAX", as(POWER_LIMIT_MAX)),
            entry("DCGM_FI_DEV_POWER_MGMT_LIMIT_DEF", as(POWER_LIMIT_DEFAULT)),
            entry("DCGM_FI_DEV_PSTATE", as(PERFORMANCE_STATE)),
            entry("DCGM_FI_DEV_PERSISTENCE_MODE", as(PERSISTENCE_MODE)),
            entry("DCGM_FI_DEV_PCIE_LINK_GEN", as(PCIE_LINK_GENERATION)),
            entry("DCGM_FI_DEV_PCIE_LINK_WIDTH", as(PCIE_LINK_WIDTH)),
            entry("DCGM_FI_DEV_PCIE_COUNT_CORRECTABLE_ERRORS", as(PCIE_CORRECTABLE_ERRORS)),
            entry("DCGM_FI_DEV_BAR1_TOTAL", mebibytes(BAR1_TOTAL)),
            entry("DCGM_FI_DEV_BAR1_USED", mebibytes(BAR1_USED)),
            entry("DCGM_FI_DEV_BAR1_FREE", mebibytes(BAR1_FREE)),
            entry("DCGM_FI_DEV_BAR1_CAPACITY_BYTES", as(BAR1_TOTAL)),
            entry("DCGM_FI_DEV_BAR1_USED_BYTES", as(BAR1_USED)),
            entry("DCGM_FI_DEV_BAR1_FREE_BYTES", as(BAR1_FREE)),
            entry("DCGM_FI_DEV_ECC_CURRENT", as(ECC_MODE)),
            entry("DCGM_FI_DEV_THRESHOLD_SRM", as(ECC_SRAM_THRESHOLD_EXCEEDED)),
            entry("DCGM_FI_DEV_BANKS_REMAP_ROWS_AVAIL_MAX", as(REMAP_BANKS_MAX)),
            entry("DCGM_FI_DEV_BANKS_REMAP_ROWS_AVAIL_HIGH", as(REMAP_BANKS_HIGH)),
            entry("DCGM_FI_DEV_BANKS_REMAP_ROWS_AVAIL_PARTIAL", as(REMAP_BANKS_PARTIAL)),
            entry("DCGM_FI_DEV_BANKS_REMAP_ROWS_AVAIL_LOW", as(REMAP_BANKS_LOW)),
            entry("DCGM_FI_DEV_BANKS_REMAP_ROWS_AVAIL_NONE", as(REMAP_BANKS_NONE)),
            entry("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", as(NVLINK_CRC_ERRORS)),
            entry("DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL", as(NVLINK_CRC_DATA_ERRORS)),
            entry("DCGM_FI_DEV_NVLINK_ECC_DATA_ERROR_COUNT_TOTAL", as(NVLINK_ECC_ERRORS)),
            entry("DCGM_FI_DEV_FABRIC_MANAGER_STATUS", as(FABRIC_STATE)),
            entry("DCGM_FI_DEV_FABRIC_CLIQUE_ID", as(FABRIC_CLIQUE)),
            entry("DCGM_FI_DEV_FABRIC_HEALTH_MASK", as(FABRIC_HEALTH)),
            entry("DCGM_FI_DEV_GET_GPU_RECOVERY_ACTION", as(RECOVERY_ACTION)),
            entry("DCGM_FI_PROF_PIPE_INT_ACTIVE", as(INTEGER_ACTIVE)),
            entry("DCGM_FI_PROF_PIPE_TENSOR_IMMA_ACTIVE", as(TENSOR_INTEGER_ACTIVE)),
            entry("DCGM_FI_PROF_PIPE_TENSOR_HMMA_ACTIVE", as(TENSOR_HALF_ACTIVE)),
            entry("DCGM_FI_PROF_PIPE_TENSOR_DFMA_ACTIVE", as(TENSOR_DOUBLE_ACTIVE)),
            entry("DCGM_FI_PROF_NVLINK_TX_BYTES", as(NVLINK_TX_RATE)),
            entry("DCGM_FI_PROF_NVLINK_RX_BYTES", as(NVLINK_RX_RATE)),
            entry("DCGM_FI_DEV_FB_TOTAL", mebibytes(MEMORY_TOTAL)),
            entry("DCGM_FI_DEV_FB_FREE", mebibytes(MEMORY_FREE)),
            entry("DCGM_FI_DEV_FB_USED", mebibytes(MEMORY_USED)),
            entry("DCGM_FI_DEV_FB_RESERVED", mebibytes(MEMORY_RESERVED)),
            entry("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", as(ECC_CORRECTED)),
            entry("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", as(ECC_UNCORRECTED)),
            entry("DCGM_FI_DEV_ECC_SBE_AGG_TOTAL", as(ECC_LIFETIME_CORRECTED)),
            entry("DCGM_FI_DEV_ECC_DBE_AGG_TOTAL", as(ECC_LIFETIME_UNCORRECTED)),
            entry("DCGM_FI_DEV_RETIRED_SBE", as(RETIRED_PAGES_SINGLE_BIT)),
            entry("DCGM_FI_DEV_RETIRED_DBE", as(RETIRED_PAGES_DOUBLE_BIT)),
            entry("DCGM_FI_DEV_RETIRED_PENDING", as(RETIRED_PAGES_PENDING)),
            entry("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", as(REMAPPED_ROWS_UNCORRECTABLE)),
            entry("DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS", as(REMAPPED_ROWS_CORRECTABLE)),
            entry("DCGM_FI_DEV_ROW_REMAP_FAILURE", as(ROW_REMAP_FAILED)),
            entry("DCGM_FI_DEV_ROW_REMAP_PENDING", as(ROW_REMAP_PENDING)),
            entry("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL", new Scaled(NVLINK_RATE, rate -> rate / 1e6)),
            entry("DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL", as(NVLINK_REPLAY_ERRORS)),
            entry("DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL", as(NVLINK_RECOVERY_ERRORS)),
            entry("DCGM_FI_DEV_VGPU_LICENSE_STATUS", as(VGPU_LICENSE)),
            entry("DCGM_FI_PROF_GR_ENGINE_ACTIVE", as(ENGINE_ACTIVE)),
            entry("DCGM_FI_PROF_SM_ACTIVE", as(SM_ACTIVE)),
            entry("DCGM_FI_PROF_SM_OCCUPANCY", as(SM_OCCUPANCY)),
            entry("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", as(TENSOR_ACTIVE)),
            entry("DCGM_FI_PROF_DRAM_ACTIVE", as(DRAM_ACTIVE)),
            entry("DCGM_FI_PROF_PIPE_FP64_ACTIVE", as(FP64_ACTIVE)),
            entry("DCGM_FI_PROF_PIPE_FP32_ACTIVE", as(FP32_ACTIVE)),
            entry("DCGM_FI_PROF_PIPE_FP16_ACTIVE", as(FP16_ACTIVE)),
            entry("DCGM_FI_PROF_PCIE_TX_BYTES", as(PCIE_TX_RATE)),
            entry("DCGM_FI_PROF_PCIE_RX_BYTES", as(PCIE_RX_RATE)));

    /// What DCGM has of each compute instance, as its table of fields says.
    private static final Set<String> OF_COMPUTE_INSTANCES = Set.of(
            "DCGM_FI_DEV_FB_TOTAL",
            "DCGM_FI_DEV_FB_FREE",
            "DCGM_FI_DEV_FB_USED",
            "DCGM_FI_DEV_FB_RESERVED",
            "DCGM_FI_DEV_FB_USED_PERCENT",
            "DCGM_FI_DEV_BAR1_TOTAL",
            "DCGM_FI_DEV_BAR1_USED",
            "DCGM_FI_DEV_BAR1_FREE",
            "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
            "DCGM_FI_PROF_SM_ACTIVE",
            "DCGM_FI_PROF_SM_OCCUPANCY",
            "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
            "DCGM_FI_PROF_PIPE_FP64_ACTIVE",
            "DCGM_FI_PROF_PIPE_FP32_ACTIVE",
            "DCGM_FI_PROF_PIPE_FP16_ACTIVE",
            "DCGM_FI_PROF_PIPE_INT_ACTIVE",
            "DCGM_FI_PROF_PIPE_TENSOR_IMMA_ACTIVE",
            "DCGM_FI_PROF_PIPE_TENSOR_HMMA_ACTIVE",
            "DCGM_FI_PROF_PIPE_TENSOR_DFMA_ACTIVE");

    private DcgmNumbers() {}

    /// How to get a field's number, in DCGM's unit: by its quantity; where that is not given, by its own number.
    static Function<Readings, Reading> of(Field field) {
        var byQuantity = byQuantity(field);
        return readings -> switch (byQuantity.apply(readings)) {
            case Reading.Value value -> value;
            case Absent absent -> byNumber(field, readings).orElse(absent);
        };
    }

    /// Why a field is not given where that is worth a word: neither by its quantity, nor by its own number.
    static Optional<Absent> namedAbsence(Field field, Readings readings) {
        return named(byQuantity(field).apply(readings))
                .flatMap(absent ->
                        byNumber(field, readings).map(DcgmNumbers::named).orElse(Optional.of(absent)));
    }

    private static Optional<Absent> named(Reading reading) {
        return reading instanceof Absent absent && absent.named() ? Optional.of(absent) : Optional.empty();
    }

    /// Whether a field's number stands from one slow read to the next. Of those that no quantity stands for, only
    /// profiling is read more often.
    static boolean stands(Field field) {
        var known = BY_FIELD.get(field.name());
        return known == null
                ? !field.name().startsWith("DCGM_FI_PROF_")
                : known.quantity().pace() == Pace.SLOW;
    }

    static boolean isOfComputeInstances(Field field) {
        return OF_COMPUTE_INSTANCES.contains(field.name());
    }

    private static Function<Readings, Reading> byQuantity(Field field) {
        return BY_FIELD.containsKey(field.name()) ? BY_FIELD.get(field.name()) : _ -> Absent.NOT_SUPPORTED;
    }

    private static Optional<Reading> byNumber(Field field, Readings readings) {
        return field.id().isPresent() ? readings.fields().number(field.id().getAsInt()) : Optional.empty();
    }

    static Set<String> fields() {
        return BY_FIELD.keySet();
    }

    /// How DCGM's numbers are written: of its integers, what stands behind the point is cut off. A trillionth more
    /// first, because a base unit may have cost the last bit.
    static String text(Field field, double value) {
        return Numbers.dcgm(field.kind() == Field.Kind.INT ? Math.floor(value * (1 + 1e-12)) : value);
    }

    private static Scaled as(Quantity quantity) {
        return new Scaled(quantity, value -> value);
    }

    private static Scaled percent(Quantity quantity) {
        return new Scaled(quantity, ratio -> Math.rint(ratio * 100));
    }

    private static Scaled megahertz(Quantity quantity) {
        return new Scaled(quantity, hertz -> hertz / 1e6);
    }

    private static Scaled mebibytes(Quantity quantity) {
        return new Scaled(quantity, bytes -> bytes / MEBI);
    }

    private static Scaled nanoseconds(Quantity quantity) {
        return new Scaled(quantity, seconds -> seconds * 1e9);
    }
}
