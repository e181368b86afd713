package io.gpuledger.exporter.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A temporary folder of files, which goes when it is closed.
record ScratchFolder(Path path) implements AutoCloseable {
    static ScratchFolder named(String prefix) throws IOException {
        return new ScratchFolder(Files.createTempDirectory(prefix));
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.list(path)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(path);
    }
}
