package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.CudaVersion;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// The driver that NVML was opened on, which is the same for as long as NVML is open.
record Driver(String version, Optional<String> cudaVersion) {
    private static final int LONGEST_VERSION = 80;

    static Driver now() {
        try (var memory = new Memory(LONGEST_VERSION + 1L)) {
            return new Driver(
                    Texts.read(memory, LONGEST_VERSION, Nvml::nvmlSystemGetDriverVersion)
                            .orElse(""),
                    cudaVersion(memory));
        }
    }

    /// The second version asks CUDA's own library, which a container that only looks on does not have. The first one
    /// says then what the driver came with.
    private static Optional<String> cudaVersion(Memory memory) {
        return cudaVersion(memory, Nvml::nvmlSystemGetCudaDriverVersion_v2)
                .or(() -> cudaVersion(memory, Nvml::nvmlSystemGetCudaDriverVersion));
    }

    private static Optional<String> cudaVersion(Memory memory, ToIntFunction<Pointer> call) {
        return call.applyAsInt(memory) == NvmlReturn.SUCCESS ? CudaVersion.of(memory.getInt(0)) : Optional.empty();
    }
}
