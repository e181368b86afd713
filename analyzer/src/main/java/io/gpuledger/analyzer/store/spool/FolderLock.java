package io.gpuledger.analyzer.store.spool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Keeps other processes out of a folder. The kernel lets go of it when this process ends, however it ends.
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    static FolderLock of(Path folder) throws IOException {
        var file = folder.resolve("lock");
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isLocked(channel)) {
            channel.close();
            throw new CannotOpenSpoolException(
                    "another gpu-analyzer has %s in use: end it, or give this one a data directory of its own"
                            .formatted(folder));
        }
        return new FolderLock(channel);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
