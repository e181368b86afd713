package io.gpuledger.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The working tree that a test runs in. Tests run in the folder of their module, one level below the root.
public final class Repository {
    private Repository() {}

    public static Path root() {
        return rootAbove(Path.of("").toAbsolutePath());
    }

    /// Returns the folders that Maven builds.
    public static List<Path> modules() {
        try (var folders = Files.list(root())) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path rootAbove(Path folder) {
        return Stream.iterate(folder, above -> above != null, Path::getParent)
                .filter(above -> Files.isDirectory(above.resolve(".mvn")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no folder above " + folder + " has a .mvn"));
    }

    /// The files in a folder and in all below it, sorted; none where there is no such folder.
    static List<Path> files(Path folder, String suffix) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
