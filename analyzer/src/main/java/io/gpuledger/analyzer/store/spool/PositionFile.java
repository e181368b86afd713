package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.regex.Pattern;

/// How far a lane was written to the database, for the next process. It may be behind: rows that come twice do no harm.
/// So it is written once a second at most, and nobody waits until it is safe.
final class PositionFile {
    private static final System.Logger LOG = System.getLogger(PositionFile.class.getName());
    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Pattern CONTENT = Pattern.compile("segment (\\d{1,9}) byte (\\d{1,10})\n");

    private final Path file;
    private long lastNanos = System.nanoTime() - INTERVAL_NANOS;
    private Position saved;

    PositionFile(Path folder) {
        this.file = folder.resolve("position");
        this.saved = load(file);
    }

    /// Reads the position, which is the start where the file says none.
    private static Position load(Path file) {
        try {
            var content = CONTENT.matcher(Files.readString(file));
            if (content.matches()) {
                return new Position(Integer.parseInt(content.group(1)), Long.parseLong(content.group(2)));
            }
            LOG.log(Level.WARNING, "{0} says no position: all that is spooled is written again", file);
        } catch (NoSuchFileException _) {
            // The first start.
        } catch (IOException e) {
            LOG.log(Level.WARNING, file + " cannot be read: all that is spooled is written again", e);
        }
        return Position.START;
    }

    Position saved() {
        return saved;
    }

    void saveSometimes(Position position) {
        if (System.nanoTime() - lastNanos >= INTERVAL_NANOS) {
            save(position);
        }
    }

    void save(Position position) {
        lastNanos = System.nanoTime();
        if (position.equals(saved)) {
            return;
        }
        var other = file.resolveSibling("position.new");
        try {
            Files.deleteIfExists(other);
            Files.createFile(other, OwnerOnly.NEW_FILE);
            Files.writeString(other, "segment %d byte %d\n".formatted(position.segment(), position.offset()));
            Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            saved = position;
        } catch (IOException e) {
            LOG.log(Level.DEBUG, () -> file + " cannot be written", e);
        }
    }
}
