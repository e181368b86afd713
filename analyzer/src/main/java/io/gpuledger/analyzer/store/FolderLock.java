package io.gpuledger.analyzer.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// One analyzer in a folder at a time. The system gives the lock back however this process ends.
public final class FolderLock implements AutoCloseable {
    /// Closing any channel to a file gives up all of this process' locks on it: a second one must not even open it.
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /// Absent when somebody else has it.
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
