package io.gpuledger.exporter.exposition;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Compresses pages one after another with memory of its own: a new compressor takes a quarter of a megabyte of the
/// process, which the JDK's own stream would ask for with each page.
final class Gzip {
    /// https://www.rfc-editor.org/rfc/rfc1952#page-5: deflated, no name, no time, fastest, unknown system.
    private static final byte[] HEAD = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 4, (byte) 0xff};

    private static final int TAIL_LENGTH = 8;
    private static final int FIRST_CAPACITY = 64 * 1024;

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final CRC32 checksum = new CRC32();
    private byte[] buffer = new byte[FIRST_CAPACITY];

    synchronized byte[] compress(byte[] plain) {
        System.arraycopy(HEAD, 0, buffer, 0, HEAD.length);
        var length = HEAD.length + deflate(plain);
        var tail = ByteBuffer.wrap(buffer, length, TAIL_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        tail.putInt(checksum(plain)).putInt(plain.length);
        return Arrays.copyOf(buffer, length + TAIL_LENGTH);
    }

    private int deflate(byte[] plain) {
        deflater.reset();
        deflater.setInput(plain);
        deflater.finish();
        var length = 0;
        while (!deflater.finished()) {
            reserve(HEAD.length + length + TAIL_LENGTH + 1);
            var room = buffer.length - HEAD.length - length - TAIL_LENGTH;
            length += deflater.deflate(buffer, HEAD.length + length, room);
        }
        return length;
    }

    private void reserve(int capacity) {
        if (capacity > buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
    }

    private int checksum(byte[] plain) {
        checksum.reset();
        checksum.update(plain);
        return (int) checksum.getValue();
    }
}
