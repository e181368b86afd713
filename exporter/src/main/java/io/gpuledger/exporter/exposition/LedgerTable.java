package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.device.Quantity.*;
import static io.gpuledger.exporter.exposition.Family.Samples.standing;
import static io.gpuledger.exporter.exposition.Family.counter;
import static io.gpuledger.exporter.exposition.Family.gauge;
import static io.gpuledger.exporter.exposition.Rows.gpuSeconds;
import static io.gpuledger.exporter.exposition.Rows.gpus;
import static io.gpuledger.exporter.exposition.Rows.integral;
import static io.gpuledger.exporter.exposition.Rows.observed;
import static io.gpuledger.exporter.exposition.Rows.units;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.exposition.Rows.Under;
import java.util.List;
import java.util.TreeMap;

/// The ledger families: what the books are kept from, in base units, integrals beside gauges.
///
/// Families of a GPU carry `uuid`, `gpu` and `node`. Families of a unit (activity and memory) carry `instance_id` and
/// `instance_profile` too where the GPU is in MIG mode, and stand there for its instances only: so that they add up.
final class LedgerTable {
    static final List<Family> FAMILIES = List.of(
            gauge("gpu_info", "What a GPU or MIG instance is. Always 1.", standing(LedgerTable::info)),
            gauge(
                    "gpu_lost",
                    "Whether the GPU has fallen off the bus or is no longer found.",
                    standing(LedgerTable::lost)),
            counter(
                    "gpu_observed_seconds_total",
                    "Time for which every activity that the unit can give was read.",
                    observed()),
            counter("gpu_busy_seconds_total", "Observed time in which a kernel ran.", integral(BUSY)),
            counter(
                    "gpu_engine_active_seconds_total",
                    "Observed time in which the graphics or compute engine was active.",
                    integral(ENGINE_ACTIVE)),
            counter(
                    "gpu_sm_active_seconds_total",
                    "Observed time in which multiprocessors were active, as a mean over all of them.",
                    integral(SM_ACTIVE)),
            counter(
                    "gpu_tensor_active_seconds_total",
                    "Observed time in which the tensor pipes were active.",
                    integral(TENSOR_ACTIVE)),
            counter(
                    "gpu_dram_active_seconds_total",
                    "Observed time in which the device memory sent or received.",
                    integral(DRAM_ACTIVE)),
            gauge(
                    "gpu_utilization_ratio",
                    "The driver's gauge: the part of its latest sample window in which a kernel ran.",
                    units(UTILIZATION)),
            gauge(
                    "gpu_memory_used_bytes",
                    "Device memory in use, without what the driver reserves.",
                    Rows.memory(MEMORY_USED)),
            gauge("gpu_memory_total_bytes", "Device memory.", Rows.memory(MEMORY_TOTAL)),
            gauge(
                    "gpu_temperature_celsius",
                    "Temperature by sensor.",
                    gpus("sensor", new Under("gpu", GPU_TEMPERATURE), new Under("memory", MEMORY_TEMPERATURE))),
            gauge("gpu_power_watts", "Power draw.", gpus(POWER)),
            gauge("gpu_power_limit_watts", "The power limit that the driver enforces.", gpus(POWER_LIMIT)),
            counter("gpu_energy_joules_total", "Energy drawn.", gpus(ENERGY)),
            counter(
                    "gpu_throttled_seconds_total",
                    "Time for which clocks were held down, by reason.",
                    gpuSeconds(
                            "reason",
                            new Under("power_cap", THROTTLED_POWER_CAP),
                            new Under("sync_boost", THROTTLED_SYNC_BOOST),
                            new Under("sw_thermal", THROTTLED_SW_THERMAL),
                            new Under("hw_thermal", THROTTLED_HW_THERMAL),
                            new Under("hw_power_brake", THROTTLED_HW_POWER_BRAKE))),
            counter(
                    "gpu_xid_errors_total",
                    "XID errors that the driver reported, by number.",
                    standing(LedgerTable::xids)),
            counter(
                    "gpu_ecc_errors_total",
                    "Memory errors by kind, of the driver's own count, which goes on here when the driver is loaded"
                            + " anew.",
                    gpus("kind", new Under("corrected", ECC_CORRECTED), new Under("uncorrected", ECC_UNCORRECTED))),
            counter(
                    "gpu_ecc_lifetime_errors_total",
                    "Memory errors by kind, of the count that the device itself keeps over its life.",
                    gpus(
                            "kind",
                            new Under("corrected", ECC_LIFETIME_CORRECTED),
                            new Under("uncorrected", ECC_LIFETIME_UNCORRECTED))),
            counter(
                    "gpu_remapped_rows_total",
                    "Memory rows that were remapped, by the kind of error.",
                    gpus(
                            "kind",
                            new Under("correctable", REMAPPED_ROWS_CORRECTABLE),
                            new Under("uncorrectable", REMAPPED_ROWS_UNCORRECTABLE))),
            gauge("gpu_row_remap_pending", "Whether a row remap waits for a reset.", gpus(ROW_REMAP_PENDING)),
            gauge("gpu_row_remap_failed", "Whether a row remap has failed.", gpus(ROW_REMAP_FAILED)),
            counter("gpu_pcie_replays_total", "PCIe packets that were sent again.", gpus(PCIE_REPLAYS)),
            counter(
                    "gpu_pcie_bytes_total",
                    "Bytes over PCIe by direction.",
                    gpus("direction", new Under("tx", PCIE_TX_BYTES), new Under("rx", PCIE_RX_BYTES))),
            gauge("gpu_nvlink_up", "Whether the NVLink is up.", Rows.parts("link", NVLINK_UP)),
            counter(
                    "gpu_nvlink_bytes_total",
                    "Bytes over all NVLinks by direction.",
                    gpus("direction", new Under("tx", NVLINK_TX_BYTES), new Under("rx", NVLINK_RX_BYTES))),
            counter(
                    "gpu_nvlink_errors_total",
                    "Errors on all NVLinks by kind.",
                    gpus(
                            "kind",
                            new Under("replay", NVLINK_REPLAY_ERRORS),
                            new Under("recovery", NVLINK_RECOVERY_ERRORS),
                            new Under("recovery_failed", NVLINK_RECOVERY_FAILURES),
                            new Under("crc", NVLINK_CRC_ERRORS),
                            new Under("crc_data", NVLINK_CRC_DATA_ERRORS),
                            new Under("ecc", NVLINK_ECC_ERRORS),
                            new Under("rx", NVLINK_RX_ERRORS),
                            new Under("symbol", NVLINK_SYMBOL_ERRORS))));

    private LedgerTable() {}

    private static void info(LabelledSnapshot labelled, PageWriter page) {
        for (var gpu : labelled.gpus()) {
            page.sample(described(gpu.labels(), gpu.state().device()), "1");
            for (var unit : gpu.units()) {
                unit.state()
                        .unit()
                        .instance()
                        .ifPresent(instance -> page.sample(described(unit.labels(), instance), "1"));
            }
        }
    }

    private static Labels described(Labels labels, Device device) {
        var named = labels.and("model", device.model())
                .and("pci_bus_id", device.pciBusId())
                .and("serial", device.serial().orElse(""));
        var described = described(named, device.platform());
        return device.mig().map(mig -> sliced(described, mig)).orElse(described);
    }

    private static Labels described(Labels labels, Platform platform) {
        return labels.and("vbios", platform.vbios().orElse(""))
                .and("driver_version", platform.driverVersion())
                .and("cuda_version", platform.cudaVersion().orElse(""))
                .and(
                        "ecc",
                        platform.ecc().map(on -> on ? "enabled" : "disabled").orElse(""));
    }

    /// What an instance's weight is a part of.
    private static Labels sliced(Labels labels, Mig mig) {
        return labels.and("mig", "enabled")
                .and("compute_slices", Integer.toString(mig.computeSlices()))
                .and("memory_slices", Integer.toString(mig.memorySlices()));
    }

    private static Labels described(Labels labels, Instance instance) {
        return labels.and("instance_uuid", instance.uuid())
                .and("compute_slices", Integer.toString(instance.computeSlices()))
                .and("memory_slices", Integer.toString(instance.memorySlices()));
    }

    private static void lost(LabelledSnapshot labelled, PageWriter page) {
        for (var gpu : labelled.gpus()) {
            page.sample(gpu.labels(), gpu.state().condition() == Condition.LOST ? "1" : "0");
        }
    }

    private static void xids(LabelledSnapshot labelled, PageWriter page) {
        for (var gpu : labelled.gpus()) {
            var counts = new TreeMap<Integer, Long>();
            GraveXids.NUMBERS.forEach(number -> counts.put(number, 0L));
            counts.putAll(gpu.state().happened().xids());
            for (var count : counts.entrySet()) {
                page.sample(
                        gpu.labels().and("xid", count.getKey().toString()),
                        count.getValue().toString());
            }
        }
    }
}
