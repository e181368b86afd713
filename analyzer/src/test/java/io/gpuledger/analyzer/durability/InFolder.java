package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// Work in a folder of its own under target, which is deleted if all is well, and stays for whoever looks into a
/// failure.
final class InFolder {
    interface Work {
        Result in(Path folder) throws IOException, InterruptedException;
    }

    private InFolder() {}

    static Result work(Work work) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "durability-");
        var result = work.in(folder);
        if (result.good()) {
            delete(folder);
        } else {
            System.out.println("its files stay in " + folder);
        }
        return result;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
