package io.gpuledger.analyzer.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A lock that lets one analyzer at a time use a folder. The operating system releases it however this process ends.
public final class FolderLock implements AutoCloseable {
    /// These folders are locked by this process. Closing any channel to a file gives up all locks of the process on it,
    /// so that a second channel must not even be opened.
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /// Locks a folder. The result is empty where somebody else has locked it.
    public static Optional<FolderLock> of(Path folder) throws IOException {
        var real = folder.toRealPath();
        if (!HELD_HERE.add(real)) {
            return Optional.empty();
        }
        var lock = Optional.<FolderLock>empty();
        try {
            lock = locked(real).map(channel -> new FolderLock(real, channel));
            return lock;
        } finally {
            if (lock.isEmpty()) {
                HELD_HERE.remove(real);
            }
        }
    }

    private static Optional<FileChannel> locked(Path folder) throws IOException {
        var channel = FileChannel.open(
                folder.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                OwnerOnly.NEW_FILE);
        if (channel.tryLock() == null) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        HELD_HERE.remove(folder);
    }
}
