package io.gpuledger.exporter.device.nvml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/// What the kernel says that its nvidia module drives. NVML keeps to the devices that it found when it was initialized;
/// the kernel's list shows those that came since.
final class PciDevices {
    private final Path folder;
    private Set<String> known = Set.of();

    PciDevices(Path folder) {
        this.folder = folder;
    }

    /// Takes what is there now for what NVML knows.
    void remember() {
        known = now();
    }

    /// Whether there are others than those that were remembered.
    boolean changed() {
        return !now().equals(known);
    }

    private Set<String> now() {
        try (var entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.contains(":"))
                    .collect(Collectors.toSet());
        } catch (IOException _) {
            // No module, or a container that may not look: then nothing is known of changes.
            return known;
        }
    }
}
