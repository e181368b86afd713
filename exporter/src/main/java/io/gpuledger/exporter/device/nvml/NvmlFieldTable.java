package io.gpuledger.exporter.device.nvml;

import static io.gpuledger.exporter.device.Quantity.*;

import io.gpuledger.exporter.device.Quantity;
import java.util.List;

/// The readings that are fields of NVML: which quantity is which field, and what its unit is in base units. Where a
/// quantity stands twice, the first that has a value is taken: GPUs of different generations count it differently.
///
/// Not every field is worth its time. Energy is fields 83 and 191, too, and the driver takes 3 ms for each of them, as
/// long as for the function that gives the same number. PCIe's bytes are fields 197 and 198, of which nothing can be
/// made: [Traffic] says why.
final class NvmlFieldTable {
    private static final double KIBI = 1.0 / 1024;
    private static final double MILLI = 1e3;
    private static final double NANO = 1e9;

    /// A field belongs to the device, or to each link.
    enum Scope {
        DEVICE,
        /// NVML adds up the links.
        ALL_LINKS,
        /// The values of all links are added up.
        EACH_LINK
    }

    /// @param field NVML's number
    /// @param perUnit how many of NVML's units are one of ours: dividing keeps decimals what they are
    record Row(Quantity quantity, int field, Scope scope, double perUnit) {
        /// Returns the name that `gpu_exporter_source_info` shows.
        String source() {
            return "nvml field " + field;
        }
    }

    static final List<Row> ROWS = List.of(
            row(MEMORY_TEMPERATURE, 82, 1),
            row(POWER_AVERAGE, 185, MILLI),
            row(POWER_INSTANT, 186, MILLI),
            row(THROTTLED_POWER_CAP, 74, NANO),
            row(THROTTLED_SYNC_BOOST, 76, NANO),
            row(THROTTLED_SW_THERMAL, 269, NANO),
            row(THROTTLED_HW_THERMAL, 270, NANO),
            row(THROTTLED_HW_POWER_BRAKE, 271, NANO),
            row(VIOLATION_POWER, 74, NANO),
            row(VIOLATION_THERMAL, 75, NANO),
            row(VIOLATION_SYNC_BOOST, 76, NANO),
            row(VIOLATION_BOARD_LIMIT, 77, NANO),
            row(VIOLATION_LOW_UTILIZATION, 78, NANO),
            row(VIOLATION_RELIABILITY, 79, NANO),
            row(VIOLATION_APP_CLOCKS, 80, NANO),
            row(VIOLATION_BASE_CLOCKS, 81, NANO),
            new Row(NVLINK_TX_BYTES, 138, Scope.ALL_LINKS, KIBI),
            new Row(NVLINK_TX_BYTES, 202, Scope.EACH_LINK, 1),
            new Row(NVLINK_RX_BYTES, 139, Scope.ALL_LINKS, KIBI),
            new Row(NVLINK_RX_BYTES, 204, Scope.EACH_LINK, 1),
            row(POWER_LIMIT_MIN, 187, MILLI),
            row(POWER_LIMIT_MAX, 188, MILLI),
            row(POWER_LIMIT_DEFAULT, 189, MILLI),
            row(POWER_LIMIT_REQUESTED, 192, MILLI),
            row(MARGIN_AT_SHUTDOWN, 193, 1),
            row(MARGIN_AT_SLOWDOWN, 194, 1),
            row(MARGIN_AT_MEMORY_MAX, 195, 1),
            row(MARGIN_AT_GPU_MAX, 196, 1),
            row(ECC_MODE, 1, 1),
            row(ECC_CORRECTED, 3, 1),
            row(ECC_UNCORRECTED, 4, 1),
            row(ECC_LIFETIME_CORRECTED, 5, 1),
            row(ECC_LIFETIME_UNCORRECTED, 6, 1),
            row(RETIRED_PAGES_SINGLE_BIT, 29, 1),
            row(RETIRED_PAGES_DOUBLE_BIT, 30, 1),
            row(RETIRED_PAGES_PENDING, 31, 1),
            row(RETIRED_PAGES_PENDING_SINGLE_BIT, 92, 1),
            row(RETIRED_PAGES_PENDING_DOUBLE_BIT, 93, 1),
            row(REMAPPED_ROWS_CORRECTABLE, 142, 1),
            row(REMAPPED_ROWS_UNCORRECTABLE, 143, 1),
            row(ROW_REMAP_PENDING, 144, 1),
            row(ROW_REMAP_FAILED, 145, 1),
            row(REMAPPED_ROWS_CORRECTABLE_INACTIVE, 301, 1),
            row(REMAPPED_ROWS_UNCORRECTABLE_INACTIVE, 302, 1),
            row(PCIE_REPLAYS, 94, 1),
            row(PCIE_REPLAY_ROLLOVERS, 95, 1),
            row(PCIE_RECOVERIES, 169, 1),
            row(PCIE_CORRECTABLE_ERRORS, 173, 1),
            row(PCIE_NAKS_RECEIVED, 174, 1),
            row(PCIE_RECEIVER_ERRORS, 175, 1),
            row(PCIE_BAD_TLPS, 176, 1),
            row(PCIE_NAKS_SENT, 177, 1),
            row(PCIE_BAD_DLLPS, 178, 1),
            row(PCIE_NON_FATAL_ERRORS, 179, 1),
            row(PCIE_FATAL_ERRORS, 180, 1),
            row(PCIE_UNSUPPORTED_REQUESTS, 181, 1),
            row(PCIE_LCRC_ERRORS, 182, 1),
            row(PCIE_LANE_ERRORS, 183, 1),
            row(NVLINK_REPLAY_ERRORS, 52, 1),
            new Row(NVLINK_REPLAY_ERRORS, 161, Scope.EACH_LINK, 1),
            row(NVLINK_RECOVERY_ERRORS, 59, 1),
            new Row(NVLINK_RECOVERY_ERRORS, 162, Scope.EACH_LINK, 1),
            new Row(NVLINK_RECOVERY_ERRORS, 215, Scope.EACH_LINK, 1),
            row(NVLINK_CRC_ERRORS, 38, 1),
            new Row(NVLINK_CRC_ERRORS, 163, Scope.EACH_LINK, 1),
            row(NVLINK_CRC_DATA_ERRORS, 45, 1),
            row(NVLINK_ECC_ERRORS, 160, 1),
            new Row(NVLINK_RECOVERY_FAILURES, 214, Scope.EACH_LINK, 1),
            new Row(NVLINK_RX_ERRORS, 208, Scope.EACH_LINK, 1),
            new Row(NVLINK_SYMBOL_ERRORS, 221, Scope.EACH_LINK, 1),
            row(RECOVERY_ACTION, 230, 1));

    private NvmlFieldTable() {}

    private static Row row(Quantity quantity, int field, double perUnit) {
        return new Row(quantity, field, Scope.DEVICE, perUnit);
    }
}
