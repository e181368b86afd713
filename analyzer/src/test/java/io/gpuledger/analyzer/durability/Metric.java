package io.gpuledger.analyzer.durability;

import java.util.List;

/// A metric of dcgm-exporter whose values follow from the GPU and the tick, so that they are known again in the
/// database.
///
/// @param step what a value is a multiple of
/// @param highest the multiple
/// @param scale from what is said to what is stored
record Metric(String name, String column, double step, int highest, double scale) {
    private static final double AS_EXACT_AS_A_REAL = 1e-6;

    static final List<Metric> ALL = """
        DCGM_FI_DEV_FB_USED memory_used_bytes 1 99999 1048576
        DCGM_FI_DEV_GPU_UTIL utilization_ratio 1 100 0.01
        DCGM_FI_DEV_MEM_COPY_UTIL memory_utilization_ratio 1 100 0.01
        DCGM_FI_DEV_ENC_UTIL encoder_utilization_ratio 1 100 0.01
        DCGM_FI_DEV_DEC_UTIL decoder_utilization_ratio 1 100 0.01
        DCGM_FI_PROF_GR_ENGINE_ACTIVE engine_active_ratio 0.001 1000 1
        DCGM_FI_PROF_SM_ACTIVE sm_active_ratio 0.001 1000 1
        DCGM_FI_PROF_SM_OCCUPANCY sm_occupancy_ratio 0.001 1000 1
        DCGM_FI_PROF_PIPE_TENSOR_ACTIVE tensor_active_ratio 0.001 1000 1
        DCGM_FI_PROF_DRAM_ACTIVE dram_active_ratio 0.001 1000 1
        DCGM_FI_PROF_PCIE_TX_BYTES pcie_sent_bytes_per_second 1000 99999 1
        DCGM_FI_PROF_PCIE_RX_BYTES pcie_received_bytes_per_second 1000 99999 1
        DCGM_FI_DEV_FB_FREE memory_free_bytes 1 99999 1048576
        DCGM_FI_DEV_FB_TOTAL memory_total_bytes 1 99999 1048576
        DCGM_FI_DEV_FB_RESERVED memory_reserved_bytes 1 99999 1048576
        DCGM_FI_DEV_GPU_TEMP temperature_celsius 1 110 1
        DCGM_FI_DEV_MEMORY_TEMP memory_temperature_celsius 1 110 1
        DCGM_FI_DEV_POWER_USAGE power_watts 0.01 70000 1
        DCGM_FI_DEV_ENFORCED_POWER_LIMIT power_limit_watts 1 700 1
        DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION energy_millijoules 1 99999 1
        DCGM_FI_DEV_SM_CLOCK sm_clock_hertz 1 1980 1000000
        DCGM_FI_DEV_MEM_CLOCK memory_clock_hertz 1 2619 1000000
        DCGM_FI_DEV_ECC_SBE_VOL_TOTAL ecc_corrected_errors 1 99999 1
        DCGM_FI_DEV_PCIE_REPLAY_COUNTER pcie_replays 1 99999 1
        DCGM_FI_DEV_NVLINK_COUNT_TX_BYTES nvlink_sent_bytes 1 99999 1
        """.lines().map(Metric::parse).toList();

    private static Metric parse(String line) {
        var words = line.split(" ", -1);
        return new Metric(
                words[0],
                words[1],
                Double.parseDouble(words[2]),
                Integer.parseInt(words[3]),
                Double.parseDouble(words[4]));
    }

    double said(String uuid, long tick) {
        var mixed = (tick * 31 + uuid.hashCode()) * 0x9E37_79B9_7F4A_7C15L + name.hashCode();
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58_476D_1CE4_E5B9L;
        return Math.floorMod(mixed ^ (mixed >>> 32), highest + 1) * step;
    }

    boolean isRight(double stored, String uuid, long tick) {
        var wanted = said(uuid, tick) * scale;
        return Math.abs(stored - wanted) <= AS_EXACT_AS_A_REAL * wanted;
    }
}
