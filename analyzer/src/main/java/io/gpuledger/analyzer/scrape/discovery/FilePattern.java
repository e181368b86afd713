package io.gpuledger.analyzer.scrape.discovery;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A file, or all files of a folder whose names fit: as in Prometheus, only the last part may have a `*`.
record FilePattern(Path folder, String name) {
    private static final int FILES_MAX = 1000;

    /// Throws [IllegalArgumentException] with what is expected instead.
    static FilePattern parse(String text) {
        var path = Path.of(text);
        var name = path.getFileName();
        if (name == null || !name.toString().matches(".*\\.(json|yml|yaml)")) {
            throw new IllegalArgumentException("must end in .json, .yml or .yaml, and has " + text);
        }
        var folder = path.toAbsolutePath().getParent();
        if (folder == null || folder.toString().contains("*")) {
            throw new IllegalArgumentException("may have a * only in its last part, and has " + text);
        }
        return new FilePattern(folder, name.toString());
    }

    /// In the order of their names. One without a `*` is there even where it is not, so that somebody says so.
    List<Path> files() {
        if (!name.contains("*")) {
            return List.of(folder.resolve(name));
        }
        var files = new ArrayList<Path>();
        try (var matching = Files.newDirectoryStream(folder, name)) {
            for (var file : matching) {
                if (files.size() < FILES_MAX) {
                    files.add(file);
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // A folder that is not there has no files; it may come.
        }
        files.sort(null);
        return files;
    }
}
