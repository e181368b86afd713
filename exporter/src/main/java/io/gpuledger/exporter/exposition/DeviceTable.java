package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.device.Quantity.*;
import static io.gpuledger.exporter.exposition.Family.Samples.standing;
import static io.gpuledger.exporter.exposition.Family.counter;
import static io.gpuledger.exporter.exposition.Family.gauge;
import static io.gpuledger.exporter.exposition.Rows.gpuSeconds;
import static io.gpuledger.exporter.exposition.Rows.gpus;

import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Incident;
import io.gpuledger.exporter.exposition.Rows.Under;
import java.util.List;
import java.util.Locale;

/// The device families: what the books do not need, and who looks after the hardware does. In base units, of the GPU.
final class DeviceTable {
    private static final List<Incident.Kind> INCIDENTS = List.of(Incident.Kind.values());
    private static final List<DeviceProcess.Kind> PROCESSES = List.of(DeviceProcess.Kind.values());

    static final List<Family> FAMILIES = List.of(
            gauge("gpu_bar1_total_bytes", "Memory that the CPU can map.", gpus(BAR1_TOTAL)),
            gauge("gpu_bar1_used_bytes", "Memory that the CPU has mapped.", gpus(BAR1_USED)),
            gauge(
                    "gpu_clock_hertz",
                    "Clocks.",
                    gpus(
                            "clock",
                            new Under("graphics", GRAPHICS_CLOCK),
                            new Under("sm", SM_CLOCK),
                            new Under("memory", MEMORY_CLOCK),
                            new Under("video", VIDEO_CLOCK))),
            gauge(
                    "gpu_clock_max_hertz",
                    "The highest that clocks can be.",
                    gpus("clock", new Under("sm", SM_CLOCK_MAX), new Under("memory", MEMORY_CLOCK_MAX))),
            gauge(
                    "gpu_codec_utilization_ratio",
                    "The driver's gauges of its engines for pictures.",
                    gpus(
                            "engine",
                            new Under("encoder", ENCODER_UTILIZATION),
                            new Under("decoder", DECODER_UTILIZATION),
                            new Under("jpeg", JPEG_UTILIZATION),
                            new Under("ofa", OFA_UTILIZATION))),
            gauge("gpu_ecc_enabled", "Whether memory errors are corrected.", gpus(ECC_MODE)),
            gauge(
                    "gpu_fabric_health",
                    "Bits of what degrades the NVLink fabric, as the driver gives them.",
                    gpus(FABRIC_HEALTH)),
            gauge(
                    "gpu_fabric_state",
                    "Of the NVLink fabric: 0 none, 1 not begun, 2 being joined, 3 joined.",
                    gpus(FABRIC_STATE)),
            gauge(
                    "gpu_fan_speed_ratio",
                    "The part of its highest speed that a fan is to have.",
                    Rows.parts("fan", FAN_SPEED)),
            counter(
                    "gpu_incidents_total",
                    "Events that the driver reported and that are no XID, by kind.",
                    standing(DeviceTable::incidents)),
            gauge("gpu_memory_free_bytes", "Device memory that is free.", gpus(MEMORY_FREE)),
            gauge(
                    "gpu_memory_reserved_bytes",
                    "Device memory that the driver keeps for itself.",
                    gpus(MEMORY_RESERVED)),
            gauge(
                    "gpu_memory_utilization_ratio",
                    "The driver's gauge: the part of its latest sample window in which memory was read or written.",
                    gpus(MEMORY_UTILIZATION)),
            counter(
                    "gpu_pcie_errors_total",
                    "Errors on PCIe by kind, as its advanced error reporting counts them.",
                    gpus(
                            "kind",
                            new Under("correctable", PCIE_CORRECTABLE_ERRORS),
                            new Under("nak_received", PCIE_NAKS_RECEIVED),
                            new Under("nak_sent", PCIE_NAKS_SENT),
                            new Under("receiver", PCIE_RECEIVER_ERRORS),
                            new Under("bad_tlp", PCIE_BAD_TLPS),
                            new Under("bad_dllp", PCIE_BAD_DLLPS),
                            new Under("non_fatal", PCIE_NON_FATAL_ERRORS),
                            new Under("fatal", PCIE_FATAL_ERRORS),
                            new Under("unsupported_request", PCIE_UNSUPPORTED_REQUESTS),
                            new Under("lcrc", PCIE_LCRC_ERRORS),
                            new Under("lane", PCIE_LANE_ERRORS),
                            new Under("replay_rollover", PCIE_REPLAY_ROLLOVERS),
                            new Under("recovery", PCIE_RECOVERIES))),
            gauge("gpu_pcie_link_generation", "The PCIe generation that the link runs at.", gpus(PCIE_LINK_GENERATION)),
            gauge("gpu_pcie_link_width", "The PCIe lanes that the link runs on.", gpus(PCIE_LINK_WIDTH)),
            gauge("gpu_performance_state", "0 is the fastest, 15 the slowest.", gpus(PERFORMANCE_STATE)),
            gauge(
                    "gpu_persistence_mode",
                    "Whether the driver stays loaded when nobody uses it.",
                    gpus(PERSISTENCE_MODE)),
            gauge("gpu_power_average_watts", "Power draw, a mean over a second.", gpus(POWER_AVERAGE)),
            gauge("gpu_power_instant_watts", "Power draw at the instant of reading.", gpus(POWER_INSTANT)),
            gauge(
                    "gpu_power_limits_watts",
                    "Power limits: what can be set, and what was.",
                    gpus(
                            "limit",
                            new Under("min", POWER_LIMIT_MIN),
                            new Under("max", POWER_LIMIT_MAX),
                            new Under("default", POWER_LIMIT_DEFAULT),
                            new Under("set", POWER_LIMIT_SET),
                            new Under("requested", POWER_LIMIT_REQUESTED))),
            gauge("gpu_processes", "Processes that have a context on the GPU, by kind.", DeviceTable::processes),
            gauge(
                    "gpu_recovery_action",
                    "What mends the GPU: 0 nothing is to be done, 1 a reset, 2 a reboot, 3 to be drained, 4 drained and"
                            + " reset.",
                    gpus(RECOVERY_ACTION)),
            gauge(
                    "gpu_remap_banks",
                    "Banks of memory, by how many of their spare rows they have left.",
                    gpus(
                            "spare",
                            new Under("max", REMAP_BANKS_MAX),
                            new Under("high", REMAP_BANKS_HIGH),
                            new Under("partial", REMAP_BANKS_PARTIAL),
                            new Under("low", REMAP_BANKS_LOW),
                            new Under("none", REMAP_BANKS_NONE))),
            gauge(
                    "gpu_retired_pages_pending",
                    "Whether pages wait for a reset to be retired.",
                    gpus(RETIRED_PAGES_PENDING)),
            counter(
                    "gpu_retired_pages_total",
                    "Memory pages that were retired, by the kind of error.",
                    gpus(
                            "kind",
                            new Under("single_bit", RETIRED_PAGES_SINGLE_BIT),
                            new Under("double_bit", RETIRED_PAGES_DOUBLE_BIT))),
            counter(
                    "gpu_sram_ecc_lifetime_errors_total",
                    "Errors of the on-chip memories by kind, over the device's life.",
                    gpus(
                            "kind",
                            new Under("corrected", ECC_SRAM_CORRECTED),
                            new Under("parity", ECC_SRAM_PARITY),
                            new Under("double_bit", ECC_SRAM_DOUBLE_BIT))),
            gauge(
                    "gpu_sram_ecc_threshold_exceeded",
                    "Whether the on-chip memories had so many errors that the GPU has to be replaced.",
                    gpus(ECC_SRAM_THRESHOLD_EXCEEDED)),
            gauge("gpu_temperature_margin_celsius", "Degrees left until the GPU slows down.", gpus(TEMPERATURE_MARGIN)),
            gauge(
                    "gpu_temperature_margin_limit_celsius",
                    "The margin at which something happens to the GPU.",
                    gpus(
                            "limit",
                            new Under("shutdown", MARGIN_AT_SHUTDOWN),
                            new Under("slowdown", MARGIN_AT_SLOWDOWN),
                            new Under("memory_max", MARGIN_AT_MEMORY_MAX),
                            new Under("gpu_max", MARGIN_AT_GPU_MAX))),
            counter(
                    "gpu_violation_seconds_total",
                    "Time for which a policy of the driver held performance down, by policy.",
                    gpuSeconds(
                            "policy",
                            new Under("power", VIOLATION_POWER),
                            new Under("thermal", VIOLATION_THERMAL),
                            new Under("sync_boost", VIOLATION_SYNC_BOOST),
                            new Under("board_limit", VIOLATION_BOARD_LIMIT),
                            new Under("low_utilization", VIOLATION_LOW_UTILIZATION),
                            new Under("reliability", VIOLATION_RELIABILITY),
                            new Under("app_clocks", VIOLATION_APP_CLOCKS),
                            new Under("base_clocks", VIOLATION_BASE_CLOCKS))));

    private DeviceTable() {}

    private static void incidents(LabelledSnapshot labelled, PageWriter page) {
        for (var gpu : labelled.gpus()) {
            var counts = gpu.state().happened().incidents();
            for (var kind : INCIDENTS) {
                if (counts.containsKey(kind)) {
                    page.sample(gpu.labels().and("event", kind.word()), String.valueOf(counts.get(kind)));
                }
            }
        }
    }

    /// Writes samples only where there are processes: a driver that tells nothing of them has not said zero.
    private static void processes(LabelledSnapshot labelled, PageWriter page) {
        for (var gpu : labelled.gpus()) {
            for (var kind : PROCESSES) {
                var number = gpu.state().processes().stream()
                        .filter(process -> process.kind() == kind)
                        .count();
                if (number > 0) {
                    page.sample(gpu.labels().and("kind", kind.name().toLowerCase(Locale.ROOT)), Long.toString(number));
                }
            }
        }
    }
}
