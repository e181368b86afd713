package io.gpuledger.analyzer.store.spool;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Reads the frames of a segment, from its file, by way of a buffer: who reads on has most of them there already.
final class FrameReader implements Closeable {
    /// Says what stands at a place of a segment.
    sealed interface Found {
        /// A frame stands there whose checksum is right.
        ///
        /// @param content good until the next frame is read
        /// @param end where the next one begins
        record Whole(int rows, Unpacker content, long end) implements Found {}

        /// Nothing stands there yet.
        record End() implements Found {}

        /// Bytes stand there that are no frame.
        ///
        /// @param toTheEnd whether no other frame can stand behind them: so a frame looks that was cut off
        record Broken(boolean toTheEnd) implements Found {}
    }

    /// So many bytes are read at once: few calls of the system, and little memory.
    private static final int CHUNK = 256 << 10;

    private final FileChannel channel;
    private byte[] buffer = new byte[CHUNK];
    private long start;
    private int filled;

    FrameReader(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
    }

    /// @param limit where what may be read ends
    Found read(long position, long limit) throws IOException {
        var left = limit - position;
        if (left <= 0) {
            return new Found.End();
        }
        if (left < Frame.HEAD) {
            return new Found.Broken(true);
        }
        var head = at(position, Frame.HEAD, limit);
        var size = (long) Frame.length(buffer, head) + Frame.HEAD;
        if (size < Frame.HEAD || size > left) {
            return new Found.Broken(size > left);
        }
        var begin = at(position, (int) size, limit);
        var end = begin + (int) size;
        return Frame.isWhole(buffer, begin, end)
                ? new Found.Whole(
                        Frame.rows(buffer, begin), new Unpacker(buffer, begin + Frame.HEAD, end), position + size)
                : new Found.Broken(isZero(position + size, limit));
    }

    /// Where in the buffer so many bytes of the file are.
    private int at(long position, int size, long limit) throws IOException {
        if (position < start || position + size > start + filled) {
            fill(position, size, limit);
        }
        return (int) (position - start);
    }

    private void fill(long position, int size, long limit) throws IOException {
        if (buffer.length < size) {
            buffer = new byte[size];
        }
        filled = 0;
        start = position;
        var wanted = (int) Math.min(Math.max(size, CHUNK), limit - position);
        while (filled < wanted) {
            // In pieces: the JDK keeps a copy, outside of the heap, of the largest that a thread ever read.
            var piece = ByteBuffer.wrap(buffer, filled, Math.min(CHUNK, wanted - filled));
            var read = channel.read(piece, position + filled);
            if (read < 0) {
                throw new EOFException("it ends at byte %,d, and had more".formatted(position + filled));
            }
            filled += read;
        }
    }

    /// As the end of a file may be after a power cut, when the disk had heard of its length, but not of all that is in
    /// it. Of no bytes at all it is true.
    private boolean isZero(long position, long limit) throws IOException {
        for (var at = position; at < limit; at++) {
            if (buffer[at(at, 1, limit)] != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
