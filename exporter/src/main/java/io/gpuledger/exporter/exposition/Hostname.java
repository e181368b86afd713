package io.gpuledger.exporter.exposition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The host's own name for itself, which need not resolve to an address.
final class Hostname {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private Hostname() {}

    static String ofThisMachine() {
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException e) {
            throw new IllegalStateException("this host does not tell its name; give one with --node-name", e);
        }
    }
}
