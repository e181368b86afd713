package io.gpuledger.analyzer.store.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// One analyzer in a folder at a time. The system gives the lock back however this process ends.
final class FolderLock implements AutoCloseable {
    /// Closing any channel to a file gives up all of this process' locks on it: a second one must not even open it.
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /// @param folder its real path
    static FolderLock of(Path folder) throws IOException {
        if (!HELD_HERE.add(folder)) {
            throw taken(folder);
        }
        try {
            return new FolderLock(folder, locked(folder));
        } catch (IOException | RuntimeException e) {
            HELD_HERE.remove(folder);
            throw e;
        }
    }

    private static FileChannel locked(Path folder) throws IOException {
        var channel = FileChannel.open(
                folder.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                OwnerOnly.NEW_FILE);
        if (channel.tryLock() == null) {
            channel.close();
            throw taken(folder);
        }
        return channel;
    }

    private static CannotStartPostgresException taken(Path folder) {
        return new CannotStartPostgresException(
                "another analyzer works in " + folder, "stop that one, or give each its own --data-dir");
    }

    @Override
    public void close() throws IOException {
        channel.close();
        HELD_HERE.remove(folder);
    }
}
