package io.gpuledger.analyzer.store.embedded;

import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.analyzer.store.OwnerOnly;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Keeps the server's log: the first words of each start in a file of their own, all later ones in numbered files.
record ServerLog(Path folder) {
    /// Their order by name is that of time.
    static final String NAMES = "postgresql-%Y%m%d-%H%M%S.log";

    static final int FILES_MAX = 8;
    private static final int TAIL_LINES = 8;
    private static final int TAIL_BYTES = 16 * 1024;
    private static final System.Logger LOG = System.getLogger(ServerLog.class.getName());

    static ServerLog in(Path parent) throws IOException {
        return new ServerLog(Files.createDirectories(parent.resolve("log"), OwnerOnly.NEW_FOLDER));
    }

    /// Where the server's own output goes before it opens its log.
    Path firstWords() {
        return folder.resolve("start.log");
    }

    /// A new start has its own first words, and is told by new files.
    void begin() throws IOException {
        prune();
        Files.deleteIfExists(firstWords());
        Files.createFile(firstWords(), OwnerOnly.NEW_FILE);
    }

    /// Deletes all but the newest files.
    void prune() {
        try {
            var files = files();
            for (var file : files.subList(0, Math.max(0, files.size() - FILES_MAX))) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.log(WARNING, "old logs in " + folder + " cannot be deleted", e);
        }
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("postgresql-"))
                    .sorted()
                    .toList();
        }
    }

    /// Returns the last lines of the latest start, for a message.
    String tail() throws IOException {
        var begun = Files.getLastModifiedTime(firstWords());
        var newest = files().reversed().stream()
                .limit(1)
                .filter(file -> file.toFile().lastModified() >= begun.toMillis());
        var lines = Stream.concat(Stream.of(firstWords()), newest)
                .flatMap(file -> lastOf(file).lines())
                .filter(line -> !line.contains("log output"))
                .toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    private static String lastOf(Path file) {
        try (var channel = Files.newByteChannel(file)) {
            var size = channel.size();
            channel.position(Math.max(0, size - TAIL_BYTES));
            var bytes = ByteBuffer.allocate((int) Math.min(size, TAIL_BYTES));
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "%s cannot be read (%s)".formatted(file, SmallFile.why(e));
        }
    }
}
