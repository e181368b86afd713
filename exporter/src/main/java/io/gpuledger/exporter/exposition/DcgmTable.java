package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.device.Quantity.*;
import static io.gpuledger.exporter.exposition.Family.counter;
import static io.gpuledger.exporter.exposition.Family.gauge;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.exposition.Family.Samples;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// The families of dcgm-exporter 4.8.4's default list, under its names, labels, units and number format.
final class DcgmTable {
    private static final double MEBI = 1024 * 1024;

    static final List<Family> FAMILIES = List.of(
            gauge("DCGM_FI_DEV_SM_CLOCK", "SM clock (MHz).", whole(SM_CLOCK, hertz -> hertz / 1e6)),
            gauge("DCGM_FI_DEV_MEM_CLOCK", "Memory clock (MHz).", whole(MEMORY_CLOCK, hertz -> hertz / 1e6)),
            gauge("DCGM_FI_DEV_MEMORY_TEMP", "Memory temperature (C).", as(MEMORY_TEMPERATURE)),
            gauge("DCGM_FI_DEV_GPU_TEMP", "GPU temperature (C).", as(GPU_TEMPERATURE)),
            gauge("DCGM_FI_DEV_POWER_USAGE", "Power draw (W).", as(POWER)),
            counter(
                    "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
                    "Energy drawn (mJ).",
                    whole(ENERGY, joules -> joules * 1000)),
            counter("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "PCIe packets that were sent again.", as(PCIE_REPLAYS)),
            gauge("DCGM_FI_DEV_GPU_UTIL", "GPU utilization (%).", percent(UTILIZATION)),
            gauge("DCGM_FI_DEV_MEM_COPY_UTIL", "Memory utilization (%).", percent(MEMORY_UTILIZATION)),
            gauge("DCGM_FI_DEV_ENC_UTIL", "Encoder utilization (%).", percent(ENCODER_UTILIZATION)),
            gauge("DCGM_FI_DEV_DEC_UTIL", "Decoder utilization (%).", percent(DECODER_UTILIZATION)),
            gauge("DCGM_FI_DEV_XID_ERRORS", "The latest XID error, or 0.", DcgmTable::lastXid),
            gauge("DCGM_FI_DEV_FB_FREE", "Framebuffer free (MiB).", whole(MEMORY_FREE, bytes -> bytes / MEBI)),
            gauge("DCGM_FI_DEV_FB_USED", "Framebuffer used (MiB).", whole(MEMORY_USED, bytes -> bytes / MEBI)),
            gauge(
                    "DCGM_FI_DEV_FB_RESERVED",
                    "Framebuffer reserved by the driver (MiB).",
                    whole(MEMORY_RESERVED, bytes -> bytes / MEBI)),
            gauge(
                    "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
                    "Traffic over all NVLinks (MB/s).",
                    whole(NVLINK_RATE, bytes -> bytes / 1e6)),
            gauge("DCGM_FI_DEV_VGPU_LICENSE_STATUS", "vGPU license status.", as(VGPU_LICENSE)),
            counter(
                    "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
                    "Rows remapped for uncorrectable errors.",
                    as(REMAPPED_ROWS_UNCORRECTABLE)),
            counter(
                    "DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS",
                    "Rows remapped for correctable errors.",
                    as(REMAPPED_ROWS_CORRECTABLE)),
            gauge("DCGM_FI_DEV_ROW_REMAP_FAILURE", "Whether a row remap has failed.", as(ROW_REMAP_FAILED)),
            gauge("DCGM_FI_PROF_GR_ENGINE_ACTIVE", "Graphics engine activity (ratio).", as(ENGINE_ACTIVE)),
            gauge("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "Tensor pipe activity (ratio).", as(TENSOR_ACTIVE)),
            gauge("DCGM_FI_PROF_DRAM_ACTIVE", "Memory interface activity (ratio).", as(DRAM_ACTIVE)),
            gauge("DCGM_FI_PROF_PCIE_TX_BYTES", "PCIe traffic sent (B/s).", whole(PCIE_TX_RATE, rate -> rate)),
            gauge("DCGM_FI_PROF_PCIE_RX_BYTES", "PCIe traffic received (B/s).", whole(PCIE_RX_RATE, rate -> rate)));

    private DcgmTable() {}

    private static Samples as(Quantity quantity) {
        return in(quantity, value -> value);
    }

    private static Samples percent(Quantity quantity) {
        return in(quantity, ratio -> Math.rint(ratio * 100));
    }

    /// DCGM's integer fields: what stands behind the point is cut off. A trillionth more first, because a base unit may
    /// have cost the last bit.
    private static Samples whole(Quantity quantity, DoubleUnaryOperator unit) {
        return in(quantity, value -> Math.floor(unit.applyAsDouble(value) * (1 + 1e-12)));
    }

    private static Samples in(Quantity quantity, DoubleUnaryOperator unit) {
        return (scene, page) -> scene.dcgmRows()
                .forEach(row -> row.readings()
                        .value(quantity)
                        .ifPresent(value -> page.sample(row.labels(), Numbers.dcgm(unit.applyAsDouble(value)))));
    }

    /// The number stands in a label too, beside NVIDIA's name for it.
    private static void lastXid(Scene scene, PageWriter page) {
        for (var row : scene.dcgmRows()) {
            int xid = row.gpu().lastXid().orElse(0);
            var labels = row.labels().and("err_code", Integer.toString(xid)).and("err_msg", XidNames.of(xid));
            page.sample(labels, Integer.toString(xid));
        }
    }
}
