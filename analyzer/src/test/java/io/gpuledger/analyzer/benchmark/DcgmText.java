package io.gpuledger.analyzer.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// A page as dcgm-exporter 4.8.4 writes it, for a node of eight H100 that are all held by a pod.
final class DcgmText {
    private static final int GPUS = 8;

    /// Its default list, what can be switched on there, and a few more of DCGM's fields. Each with its type, what a GPU
    /// at work says, and its help.
    private static final List<Family> FAMILIES = """
        DCGM_FI_DEV_SM_CLOCK gauge 1755 SM clock frequency (in MHz).
        DCGM_FI_DEV_MEM_CLOCK gauge 2619 Memory clock frequency (in MHz).
        DCGM_FI_DEV_MEMORY_TEMP gauge 58 Memory temperature (in C).
        DCGM_FI_DEV_GPU_TEMP gauge 51 GPU temperature (in C).
        DCGM_FI_DEV_SLOWDOWN_TEMP gauge 87 Temperature at which the GPU slows down (in C).
        DCGM_FI_DEV_SHUTDOWN_TEMP gauge 92 Temperature at which the GPU shuts down (in C).
        DCGM_FI_DEV_POWER_USAGE gauge 523.417 Power draw (in W).
        DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION counter 3.29931554973e+11 Total energy consumption (in mJ).
        DCGM_FI_DEV_POWER_MGMT_LIMIT gauge 700 Power management limit (in W).
        DCGM_FI_DEV_ENFORCED_POWER_LIMIT gauge 700 Power limit that is enforced (in W).
        DCGM_FI_DEV_PCIE_REPLAY_COUNTER counter 0 Total number of PCIe retries.
        DCGM_FI_DEV_GPU_UTIL gauge 87 GPU utilization (in %).
        DCGM_FI_DEV_MEM_COPY_UTIL gauge 46 Memory utilization (in %).
        DCGM_FI_DEV_ENC_UTIL gauge 0 Encoder utilization (in %).
        DCGM_FI_DEV_DEC_UTIL gauge 0 Decoder utilization (in %).
        DCGM_FI_DEV_PSTATE gauge 0 Performance state.
        DCGM_FI_DEV_CLOCK_THROTTLE_REASONS gauge 4 Why clocks are held down, as bits.
        DCGM_FI_DEV_XID_ERRORS gauge 0 Value of the last XID error encountered.
        DCGM_FI_DEV_POWER_VIOLATION counter 5.1234567891e+11 Throttling duration due to power (in ns).
        DCGM_FI_DEV_THERMAL_VIOLATION counter 2.3456789123e+10 Throttling duration due to heat (in ns).
        DCGM_FI_DEV_SYNC_BOOST_VIOLATION counter 0 Throttling duration due to sync-boost (in ns).
        DCGM_FI_DEV_BOARD_LIMIT_VIOLATION counter 0 Throttling duration due to the board's limit (in ns).
        DCGM_FI_DEV_LOW_UTIL_VIOLATION counter 0 Throttling duration due to low utilization (in ns).
        DCGM_FI_DEV_RELIABILITY_VIOLATION counter 0 Throttling duration due to reliability (in ns).
        DCGM_FI_DEV_FB_TOTAL gauge 81559 Framebuffer memory in all (in MiB).
        DCGM_FI_DEV_FB_FREE gauge 22105 Framebuffer memory free (in MiB).
        DCGM_FI_DEV_FB_USED gauge 58871 Framebuffer memory used (in MiB).
        DCGM_FI_DEV_FB_RESERVED gauge 583 Framebuffer memory reserved (in MiB).
        DCGM_FI_DEV_ECC_SBE_VOL_TOTAL counter 0 Total number of single-bit volatile ECC errors.
        DCGM_FI_DEV_ECC_DBE_VOL_TOTAL counter 0 Total number of double-bit volatile ECC errors.
        DCGM_FI_DEV_ECC_SBE_AGG_TOTAL counter 3 Total number of single-bit persistent ECC errors.
        DCGM_FI_DEV_ECC_DBE_AGG_TOTAL counter 0 Total number of double-bit persistent ECC errors.
        DCGM_FI_DEV_RETIRED_SBE counter 0 Total number of pages retired due to single-bit errors.
        DCGM_FI_DEV_RETIRED_DBE counter 0 Total number of pages retired due to double-bit errors.
        DCGM_FI_DEV_RETIRED_PENDING gauge 0 Whether pages are pending retirement.
        DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_TOTAL counter 0 Total number of NVLink flow-control CRC errors.
        DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_TOTAL counter 0 Total number of NVLink data CRC errors.
        DCGM_FI_DEV_NVLINK_REPLAY_ERROR_TOTAL counter 0 Total number of NVLink retries.
        DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_TOTAL counter 0 Total number of NVLink recovery errors.
        DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL gauge 104832 Traffic over all NVLinks (in MB/s).
        DCGM_FI_DEV_NVLINK_BANDWIDTH_L0 gauge 5824 Traffic over NVLink 0 (in MB/s).
        DCGM_FI_DEV_VGPU_LICENSE_STATUS gauge 0 vGPU License status
        DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS counter 0 Number of remapped rows for uncorrectable errors
        DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS counter 1 Number of remapped rows for correctable errors
        DCGM_FI_DEV_ROW_REMAP_FAILURE gauge 0 Whether remapping of rows has failed
        DCGM_FI_DEV_FABRIC_HEALTH_SUMMARY gauge 1 Health of the fabric, in one number.
        DCGM_FI_DEV_FABRIC_HEALTH_MASK gauge 85 Health of the fabric, as bits.
        DCGM_FI_PROF_GR_ENGINE_ACTIVE gauge 0.871463 Ratio of time the graphics engine is active.
        DCGM_FI_PROF_SM_ACTIVE gauge 0.742918 The ratio of cycles an SM has at least 1 warp assigned.
        DCGM_FI_PROF_SM_OCCUPANCY gauge 0.318274 The ratio of number of warps resident on an SM.
        DCGM_FI_PROF_PIPE_TENSOR_ACTIVE gauge 0.413527 Ratio of cycles the tensor (HMMA) pipe is active.
        DCGM_FI_PROF_DRAM_ACTIVE gauge 0.528391 Ratio of cycles the device memory interface is active.
        DCGM_FI_PROF_PIPE_FP64_ACTIVE gauge 0 Ratio of cycles the fp64 pipes are active.
        DCGM_FI_PROF_PIPE_FP32_ACTIVE gauge 0.114637 Ratio of cycles the fp32 pipes are active.
        DCGM_FI_PROF_PIPE_FP16_ACTIVE gauge 0.052819 Ratio of cycles the fp16 pipes are active.
        DCGM_FI_PROF_PIPE_TENSOR_HMMA_ACTIVE gauge 0.402117 Ratio of cycles the HMMA pipe is active.
        DCGM_FI_PROF_PCIE_TX_BYTES gauge 1.234567891e+09 Bytes per second sent over the PCIe bus.
        DCGM_FI_PROF_PCIE_RX_BYTES gauge 2.345678912e+09 Bytes per second received over the PCIe bus.
        DCGM_FI_PROF_NVLINK_TX_BYTES gauge 5.4321987651e+10 Bytes per second sent over NVLink.
        DCGM_FI_PROF_NVLINK_RX_BYTES gauge 5.5321987651e+10 Bytes per second received over NVLink.
        """.lines().map(Family::parse).toList();

    /// Limits, sizes and masks stay as they are for as long as a GPU is well and nobody sets it otherwise.
    private static final Pattern CONSTANT = Pattern.compile(
            "DCGM_FI_DEV_(SLOWDOWN_TEMP|SHUTDOWN_TEMP|.*POWER.*_LIMIT|FB_TOTAL|FB_RESERVED|FABRIC_HEALTH_MASK)\\{.*");

    private DcgmText() {}

    static boolean isConstant(String line) {
        return CONSTANT.matcher(line).matches();
    }

    private record Family(String name, String type, String value, String help) {
        static Family parse(String line) {
            var words = line.split(" ", 4);
            return new Family(words[0], words[1], words[2], words[3]);
        }

        void write(List<String> labels, StringBuilder page) {
            page.append("# HELP ").append(name).append(' ').append(help).append('\n');
            page.append("# TYPE ").append(name).append(' ').append(type).append('\n');
            for (var of : labels) {
                page.append(name).append(of).append(' ').append(value).append('\n');
            }
        }
    }

    static String of(int node) {
        var labels = IntStream.range(0, GPUS).mapToObj(gpu -> labels(node, gpu)).toList();
        var page = new StringBuilder(160 * 1024);
        FAMILIES.forEach(family -> family.write(labels, page));
        return page.toString();
    }

    /// Returns the labels of a GPU in the order in which dcgm-exporter writes them.
    private static String labels(int node, int gpu) {
        var name = PageKind.nodeName(node);
        var uuid = UUID.nameUUIDFromBytes((name + " " + gpu).getBytes(StandardCharsets.UTF_8));
        return """
            {gpu="%d",UUID="GPU-%s",pci_bus_id="00000000:%02X:00.0",device="nvidia%d",\
            modelName="NVIDIA H100 80GB HBM3",Hostname="%s",DCGM_FI_DRIVER_VERSION="580.95.05",\
            container="trainer",namespace="team-%02d",pod="train-%05d-%d"}\
            """.formatted(gpu, uuid, 0x1B + 0x0E * gpu, gpu, name, node % 20, node, gpu);
    }
}
