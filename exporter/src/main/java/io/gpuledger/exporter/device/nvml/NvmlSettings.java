package io.gpuledger.exporter.device.nvml;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.util.List;

/// These settings say where NVML is.
///
/// @param libraries names or paths, in the order in which they are tried
/// @param pciDevices the folder in which the kernel lists what its nvidia module drives
public record NvmlSettings(List<String> libraries, Path pciDevices) {
    static final Setting<Path> LIBRARY = Setting.file(
            "nvml-library",
            "NVML's library. It has to be named only where the loader does not find libnvidia-ml.so.1 by itself, and it"
                    + " is not where the GPU operator and GKE put it.");

    public static final List<Setting<?>> ALL = List.of(LIBRARY);

    private static final Path PCI_DEVICES = Path.of("/sys/bus/pci/drivers/nvidia");
    private static final List<String> KNOWN_PLACES = List.of(
            "libnvidia-ml.so.1",
            "/run/nvidia/driver/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1",
            "/run/nvidia/driver/usr/lib/aarch64-linux-gnu/libnvidia-ml.so.1",
            "/run/nvidia/driver/usr/lib64/libnvidia-ml.so.1",
            "/home/kubernetes/bin/nvidia/lib64/libnvidia-ml.so.1",
            "/usr/local/nvidia/lib64/libnvidia-ml.so.1");

    public static NvmlSettings from(Settings settings) {
        return new NvmlSettings(
                settings.find(LIBRARY).map(path -> List.of(path.toString())).orElse(KNOWN_PLACES), PCI_DEVICES);
    }
}
