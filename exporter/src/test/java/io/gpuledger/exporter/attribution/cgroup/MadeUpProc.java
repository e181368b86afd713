package io.gpuledger.exporter.attribution.cgroup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A `/proc` whose processes come and go as a test says.
public record MadeUpProc(Path folder) {
    Path process(int pid) {
        return folder.resolve(Integer.toString(pid));
    }

    /// A process of that start is in that control group now, whoever had the pid before.
    public void has(int pid, long start, String cgroup) {
        try {
            Files.createDirectories(process(pid));
            Files.writeString(process(pid).resolve("stat"), stat(pid, "python3", start));
            Files.writeString(process(pid).resolve("cgroup"), cgroup, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void ends(int pid) throws IOException {
        for (var file : new String[] {"stat", "cgroup"}) {
            Files.deleteIfExists(process(pid).resolve(file));
        }
        Files.delete(process(pid));
    }

    static String stat(int pid, String name, long start) {
        return "%d (%s) S 1 %1$d %1$d 0 -1 4194560 99 0 0 0 12 3 0 0 20 0 8 0 %d 3133440 380 18446744073709551615 1 1 0\n"
                .formatted(pid, name, start);
    }
}
