package io.gpuledger.analyzer.parse.read;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// Takes a stream apart into its frames: each has a length, a checksum of four bytes, and as many bytes as were said.
/// Memory is taken as these come in, and not because a length says that they will.
final class Frames {
    private static final int FIRST = 64 << 10;
    private static final int WORDS_MAX = 500;

    private final InputStream in;
    private final int bytesMax;
    private final CRC32C checksum = new CRC32C();
    /// The length and the checksum of the frame, as they came. A server that fails writes words where a frame should
    /// be, and the first of these are read as such; they are kept to be quoted.
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();

    private byte[] bytes = new byte[FIRST + XorChunk.SLACK];
    private int length;
    private long count;

    Frames(InputStream in, int bytesMax) {
        this.in = in;
        this.bytesMax = bytesMax;
    }

    /// Reads the next frame, and returns whether there was one.
    boolean next() throws IOException, BadAnswerException {
        head.reset();
        length = 0;
        var first = in.read();
        if (first < 0) {
            return false;
        }
        count++;
        var size = size(first);
        if (size < 0 || size > bytesMax) {
            throw bad("it says that it has %s bytes, where %d are allowed"
                    .formatted(Long.toUnsignedString(size), bytesMax));
        }
        var said = headByte() << 24 | headByte() << 16 | headByte() << 8 | headByte();
        fill((int) size);
        checksum.reset();
        checksum.update(bytes, 0, length);
        if ((int) checksum.getValue() != said) {
            throw bad("its checksum is wrong, so that it did not arrive as it was sent");
        }
        return true;
    }

    private long size(int first) throws IOException, BadAnswerException {
        head.write(first);
        long size = first & 0x7F;
        var next = first;
        for (var shift = 7; (next & 0x80) != 0; shift += 7) {
            if (shift >= Long.SIZE) {
                throw bad("its length is a number of more than ten bytes");
            }
            next = headByte();
            size |= (next & 0x7FL) << shift;
        }
        return size;
    }

    private int headByte() throws IOException, BadAnswerException {
        var next = in.read();
        if (next < 0) {
            throw bad("the answer ends in it");
        }
        head.write(next);
        return next;
    }

    private void fill(int size) throws IOException, BadAnswerException {
        while (length < size) {
            if (length + XorChunk.SLACK == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(2 * length, bytesMax) + XorChunk.SLACK);
            }
            var read = in.read(bytes, length, Math.min(size, bytes.length - XorChunk.SLACK) - length);
            if (read < 0) {
                throw bad("the answer ends after %,d of its %,d bytes".formatted(length, size));
            }
            length += read;
        }
    }

    /// Returns the frame that was read last; at least [XorChunk#SLACK] bytes follow it.
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    BadAnswerException bad(String why) {
        return new BadAnswerException("frame %,d of the stream cannot be read: %s%s".formatted(count, why, words()));
    }

    BadAnswerException bad(Exception why) {
        return new BadAnswerException(
                "frame %,d of the stream cannot be read: %s".formatted(count, why.getMessage()), why);
    }

    /// A server that fails while it streams says why in plain words, where a frame should be.
    private String words() {
        head.write(bytes, 0, Math.min(length, WORDS_MAX));
        var words = head.toString(StandardCharsets.UTF_8).strip();
        var areWords = !words.isEmpty() && words.chars().allMatch(letter -> letter >= ' ' && letter <= '~');
        return areWords ? "; in its place, the server says: " + words : "";
    }
}
