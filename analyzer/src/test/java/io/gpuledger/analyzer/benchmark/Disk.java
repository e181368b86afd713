package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Bytes in files: of what is kept, and of what comes and goes, such as logs written ahead.
record Disk(long kept, long passing) {
    static final Disk NONE = new Disk(0, 0);

    /// @param passing what the folders are called whose files come and go
    static Disk of(Path folder, List<String> passing) {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> passes(folder.relativize(file), passing)
                            ? new Disk(0, size(file))
                            : new Disk(size(file), 0))
                    .reduce(NONE, Disk::plus);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean passes(Path file, List<String> passing) {
        return Stream.iterate(file, above -> above != null, Path::getParent)
                .anyMatch(above -> passing.contains(above.getFileName().toString()));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException _) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Disk plus(Disk other) {
        return new Disk(kept + other.kept, passing + other.passing);
    }

    Disk since(Disk before) {
        return new Disk(kept - before.kept, passing - before.passing);
    }
}
