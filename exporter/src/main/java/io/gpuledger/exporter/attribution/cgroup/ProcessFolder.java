package io.gpuledger.exporter.attribution.cgroup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What `/proc` holds of one process.
record ProcessFolder(Path path) {
    /// This is enough for fifteen hierarchies, each with a path as long as the kernel allows.
    private static final int CGROUP_BYTES_MAX = 64 << 10;

    private static final int STAT_BYTES_MAX = 4 << 10;
    /// Field 22 of `stat`, counted from field 3, which is the first after the name.
    private static final int START = 22 - 3;

    /// Returns when the process started, in ticks since the node did. No two processes have both this and their pid in
    /// common.
    String start() throws IOException {
        var stat = read("stat", STAT_BYTES_MAX);
        // The name stands in parentheses, and may have blanks and parentheses in it.
        var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        if (fields.length <= START) {
            throw new IOException(path.resolve("stat") + " does not say when the process started");
        }
        return fields[START];
    }

    String cgroup() throws IOException {
        return read("cgroup", CGROUP_BYTES_MAX);
    }

    boolean isGone() {
        return Files.notExists(path);
    }

    /// Names of control groups are bytes, of which those that matter here are ASCII.
    private String read(String name, int bytesMax) throws IOException {
        var file = path.resolve(name);
        try (var content = Files.newInputStream(file)) {
            var bytes = content.readNBytes(bytesMax + 1);
            if (bytes.length > bytesMax) {
                throw new IOException("%s holds more than %,d bytes".formatted(file, bytesMax));
            }
            return new String(bytes, ISO_8859_1);
        } catch (AccessDeniedException e) {
            throw new IOException(
                    file + " may not be read: run the exporter as root, with a /proc that is not mounted with hidepid",
                    e);
        }
    }
}
