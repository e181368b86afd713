package io.gpuledger.exporter.device;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A physical GPU's identity, what it runs on, and how it is partitioned at the moment.
///
/// @param index the driver's number for it, in PCI order; it may change when a GPU leaves or comes back
/// @param minor the number of its device file, `/dev/nvidia3`, which need not be the index
/// @param pciBusId as DCGM prints it: `00000000:04:00.0`
/// @param mig present when the GPU is in MIG mode, even with no instance
public record Device(
        int index,
        Optional<Integer> minor,
        String uuid,
        String model,
        String pciBusId,
        Optional<String> serial,
        Platform platform,
        Optional<Mig> mig) {

    /// What a GPU runs on stays as it is until the GPU is reset, or its driver is loaded anew.
    ///
    /// @param cudaVersion the highest that the driver supports: `13.0`
    /// @param ecc whether errors of its memory are corrected
    public record Platform(
            Optional<String> vbios, String driverVersion, Optional<String> cudaVersion, Optional<Boolean> ecc) {}

    /// A GPU that is in MIG mode has these slices and instances.
    ///
    /// @param computeSlices how many this SKU has, the whole that an instance's weight is a part of
    public record Mig(int computeSlices, int memorySlices, List<Instance> instances) {
        public Mig {
            instances = List.copyOf(instances);
        }
    }

    /// A MIG device: a GPU instance and its compute instance.
    ///
    /// @param uuid as the driver gives it: `MIG-...`
    /// @param computeInstanceId present only where the GPU instance is split into several compute instances
    /// @param profile as NVIDIA writes it: `1g.10gb`
    public record Instance(
            String uuid,
            int gpuInstanceId,
            Optional<Integer> computeInstanceId,
            String profile,
            int computeSlices,
            int memorySlices) {
        private static final Pattern PART = Pattern.compile("^[0-9]+c\\.");

        /// Returns the profile of its GPU instance: `3g.40gb` where its own is `1c.3g.40gb`.
        public String gpuInstanceProfile() {
            return PART.matcher(profile).replaceFirst("");
        }
    }

    /// What pods can hold of this GPU: the GPU itself, or its instances.
    public List<Unit> units() {
        return mig.map(partition -> partition.instances().stream()
                        .map(instance -> new Unit(this, Optional.of(instance)))
                        .toList())
                .orElseGet(() -> List.of(new Unit(this, Optional.empty())));
    }
}
