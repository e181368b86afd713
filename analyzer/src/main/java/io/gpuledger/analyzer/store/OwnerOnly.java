package io.gpuledger.analyzer.store;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/// Writes files and folders that only their owner can read, and that are there either as a whole or not at all.
public final class OwnerOnly {
    public static final FileAttribute<Set<PosixFilePermission>> NEW_FILE = attribute("rw-------");
    public static final FileAttribute<Set<PosixFilePermission>> NEW_PROGRAM = attribute("rwx------");
    public static final FileAttribute<Set<PosixFilePermission>> NEW_FOLDER = attribute("rwx------");

    private OwnerOnly() {}

    /// Writes a text to a file. Once this returns, the text is there even after a loss of power.
    public static void write(Path file, String text) throws IOException {
        var draft = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(draft);
        try (var channel = FileChannel.open(draft, Set.of(CREATE, WRITE, TRUNCATE_EXISTING), NEW_FILE)) {
            var bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        publish(draft, file);
    }

    public static void write(Path file, InputStream content, FileAttribute<?> permissions) throws IOException {
        try (var channel = FileChannel.open(file, Set.of(CREATE, WRITE, TRUNCATE_EXISTING), permissions)) {
            content.transferTo(Channels.newOutputStream(channel));
            channel.force(true);
        }
    }

    /// Renames a file that is complete to its final name. Once this returns, the name is there even after a loss of
    /// power.
    public static void publish(Path draft, Path name) throws IOException {
        Files.move(draft, name, ATOMIC_MOVE);
        try (var folder = FileChannel.open(Optional.ofNullable(name.getParent()).orElse(Path.of("")))) {
            folder.force(true);
        }
    }

    public static Optional<String> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// Deletes the folder with all that is in it, if it is there.
    public static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var inside = Files.walk(folder)) {
                for (var path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> attribute(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
