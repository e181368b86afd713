package io.gpuledger.service.webconfig;

import io.gpuledger.service.settings.Section;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Contents that stand in the configuration or in a file that it names; relative to its own folder.
final class NamedFiles {
    private final Path folder;
    private final Set<Path> files = new LinkedHashSet<>();

    NamedFiles(Path configuration) {
        this.folder = Optional.ofNullable(configuration.toAbsolutePath().getParent())
                .orElseThrow(() -> new IllegalArgumentException("must be a file"));
        files.add(configuration);
    }

    /// The configuration itself, and every file that was asked for.
    Set<Path> files() {
        return Collections.unmodifiableSet(new LinkedHashSet<>(files));
    }

    /// What stands under the key, or in the file that `key_file` names.
    <T> Optional<T> read(Section section, String key, Function<String, T> reader) {
        var fileKey = key + "_file";
        if (section.has(fileKey) && section.has(key)) {
            section.complain(key, "is given, and " + fileKey + " too");
            return Optional.empty();
        }
        return section.has(fileKey) ? section.read(fileKey, file -> inFile(file, reader)) : section.read(key, reader);
    }

    private <T> T inFile(String name, Function<String, T> reader) {
        var file = folder.resolve(name);
        files.add(file);
        try {
            return reader.apply(SmallFile.read(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + SmallFile.why(e), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + " " + e.getMessage(), e);
        }
    }
}
