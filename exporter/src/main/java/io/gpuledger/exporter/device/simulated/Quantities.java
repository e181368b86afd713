package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Quantity;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/// Quantities that come and go together.
public final class Quantities {
    /// The profiling counters give these, of a GPU or of an instance.
    static final Set<Quantity> PROFILED = set(
            Quantity.ENGINE_ACTIVE,
            Quantity.SM_ACTIVE,
            Quantity.SM_OCCUPANCY,
            Quantity.TENSOR_ACTIVE,
            Quantity.FP64_ACTIVE,
            Quantity.FP32_ACTIVE,
            Quantity.FP16_ACTIVE,
            Quantity.DRAM_ACTIVE);

    /// What the driver's sampling of utilization gives.
    static final Set<Quantity> UTILIZED = set(
            Quantity.UTILIZATION,
            Quantity.MEMORY_UTILIZATION,
            Quantity.ENCODER_UTILIZATION,
            Quantity.DECODER_UTILIZATION,
            Quantity.BUSY);

    static final Set<Quantity> MEMORY =
            set(Quantity.MEMORY_TOTAL, Quantity.MEMORY_USED, Quantity.MEMORY_FREE, Quantity.MEMORY_RESERVED);

    /// These came with Ampere.
    static final Set<Quantity> AMPERE = union(
            PROFILED,
            set(
                    Quantity.PCIE_TX_BYTES,
                    Quantity.PCIE_RX_BYTES,
                    Quantity.PCIE_TX_RATE,
                    Quantity.PCIE_RX_RATE,
                    Quantity.NVLINK_RATE,
                    Quantity.REMAPPED_ROWS_CORRECTABLE,
                    Quantity.REMAPPED_ROWS_UNCORRECTABLE,
                    Quantity.ROW_REMAP_PENDING,
                    Quantity.ROW_REMAP_FAILED));

    /// What Ampere did away with: it remaps rows instead.
    static final Set<Quantity> BEFORE_AMPERE =
            set(Quantity.RETIRED_PAGES_SINGLE_BIT, Quantity.RETIRED_PAGES_DOUBLE_BIT, Quantity.RETIRED_PAGES_PENDING);

    /// What comes over NVLink, and is not there without it.
    static final Set<Quantity> NVLINK = set(
            Quantity.NVLINK_RATE,
            Quantity.NVLINK_TX_BYTES,
            Quantity.NVLINK_RX_BYTES,
            Quantity.NVLINK_REPLAY_ERRORS,
            Quantity.NVLINK_RECOVERY_ERRORS,
            Quantity.NVLINK_CRC_ERRORS);

    /// What a GPU in MIG mode gives for its instances, or for none, but not for itself.
    static final Set<Quantity> NOT_OF_A_MIG_GPU = union(UTILIZED, PROFILED);

    /// What can be asked of a GPU as a whole: all but what is asked of its links and fans.
    public static final Set<Quantity> OF_A_GPU =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Quantity.NVLINK_UP, Quantity.FAN_SPEED)));

    /// What can be asked of an instance. The rest of the GPU is shared, and stands with the GPU.
    public static final Set<Quantity> OF_AN_INSTANCE = union(UTILIZED, union(PROFILED, MEMORY));

    /// What stands in the device itself, and outlives the driver.
    static final Set<Quantity> LASTING = set(
            Quantity.ECC_LIFETIME_CORRECTED,
            Quantity.ECC_LIFETIME_UNCORRECTED,
            Quantity.REMAPPED_ROWS_CORRECTABLE,
            Quantity.REMAPPED_ROWS_UNCORRECTABLE,
            Quantity.ROW_REMAP_FAILED);

    private Quantities() {}

    private static Set<Quantity> set(Quantity first, Quantity... rest) {
        return Collections.unmodifiableSet(EnumSet.of(first, rest));
    }

    private static Set<Quantity> union(Set<Quantity> one, Set<Quantity> other) {
        var both = EnumSet.copyOf(one);
        both.addAll(other);
        return Collections.unmodifiableSet(both);
    }
}
