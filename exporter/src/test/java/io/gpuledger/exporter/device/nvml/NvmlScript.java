package io.gpuledger.exporter.device.nvml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// This writes GPUs in the words of the double's script.
public final class NvmlScript {
    private NvmlScript() {}

    /// Returns the script of a GPU of a generation, whatever its number.
    public static String of(String generation) {
        try (var resource = Objects.requireNonNull(
                NvmlScript.class.getResourceAsStream("/nvml/%s.txt".formatted(generation)), generation)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String gpus(int count) {
        var script = new StringBuilder("system gpus " + count + "\n");
        for (var gpu = 0; gpu < count; gpu++) {
            script.append("gpu%d uuid %s%n".formatted(gpu, uuid(gpu)));
            script.append("gpu%d minor %d%n".formatted(gpu, gpu));
            script.append("gpu%d pci 00000000:%02X:00.0%n".formatted(gpu, 0x10 + gpu));
        }
        return script.toString();
    }

    public static String uuid(int gpu) {
        return "GPU-%08d-0000-4000-8000-000000000000".formatted(gpu);
    }

    /// Returns the lines of an instance in a place of a GPU.
    public static String instance(
            int gpu, int place, int gpuInstance, int computeInstance, String profile, int slices, long mebibytes) {
        return """
            gpu%8$d/mig%1$d uuid MIG-%8$d000000%2$d-000%3$d
            gpu%8$d/mig%1$d name NVIDIA H100 80GB HBM3 MIG %4$s
            gpu%8$d/mig%1$d gi %2$d
            gpu%8$d/mig%1$d ci %3$d
            gpu%8$d/mig%1$d gi_slices %5$d
            gpu%8$d/mig%1$d ci_slices %5$d
            gpu%8$d/mig%1$d memory_mb %6$d
            gpu%8$d/mig%1$d memory_total %7$d
            gpu%8$d/mig%1$d memory_reserved 1048576
            gpu%8$d/mig%1$d memory_used 1073741824
            """.formatted(place, gpuInstance, computeInstance, profile, slices, mebibytes, mebibytes << 20, gpu);
    }
}
