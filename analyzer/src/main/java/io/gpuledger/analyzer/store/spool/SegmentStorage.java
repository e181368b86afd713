package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// Where segments are written: files, or what a test puts in their place.
interface SegmentStorage {
    /// A file that is written from its start.
    interface Output extends Closeable {
        void write(byte[] bytes, int length) throws IOException;

        /// Returns when what was written will survive the end of the machine.
        void force() throws IOException;

        void truncate(long length) throws IOException;
    }

    /// A new file, whose name will survive the end of the machine.
    Output create(Path file) throws IOException;

    SegmentStorage FILES = file -> {
        var channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.NEW_FILE);
        try {
            forceFolder(file);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new Output() {
            @Override
            public void write(byte[] bytes, int length) throws IOException {
                var left = ByteBuffer.wrap(bytes, 0, length);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
            }

            @Override
            public void force() throws IOException {
                channel.force(false);
            }

            @Override
            public void truncate(long length) throws IOException {
                channel.truncate(length);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    };

    private static void forceFolder(Path file) throws IOException {
        try (var folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
