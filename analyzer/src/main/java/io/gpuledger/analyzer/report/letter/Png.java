package io.gpuledger.analyzer.report.letter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// Writes a picture of few colors as PNG (https://www.w3.org/TR/png-3/). The JDK could do that too, in
/// `java.desktop`: with that come 40 MB, and it looks for fonts and for libraries of the system, which an image
/// of a server does not have.
final class Png {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte BITS = 8;
    private static final byte BY_PALETTE = 3;

    private Png() {}

    /// @param width how many pixels stand in a line
    /// @param pixels the numbers of their colors, line by line
    /// @param colors red, green and blue of each number; the first is nothing, through which the ground is seen
    static byte[] of(int width, byte[] pixels, int... colors) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(SIGNATURE);
        var head = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(pixels.length / width)
                .put(BITS)
                .put(BY_PALETTE);
        chunk(out, "IHDR", head.array());
        chunk(out, "PLTE", palette(colors));
        chunk(out, "tRNS", new byte[] {0});
        chunk(out, "IDAT", deflated(width, pixels));
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    private static byte[] palette(int... colors) {
        var palette = ByteBuffer.allocate(3 * colors.length);
        for (var color : colors) {
            palette.put((byte) (color >> 16)).put((byte) (color >> 8)).put((byte) color);
        }
        return palette.array();
    }

    /// Each line begins with the number of its filter, which is none.
    private static byte[] deflated(int width, byte[] pixels) {
        var deflater = new Deflater();
        try {
            var bytes = new ByteArrayOutputStream();
            try (var out = new DeflaterOutputStream(bytes, deflater)) {
                for (var at = 0; at < pixels.length; at += width) {
                    out.write(0);
                    out.write(pixels, at, width);
                }
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
    }

    private static void chunk(ByteArrayOutputStream out, String name, byte[] data) {
        var named = ByteBuffer.allocate(4 + data.length)
                .put(name.getBytes(StandardCharsets.US_ASCII))
                .put(data)
                .array();
        var crc = new CRC32();
        crc.update(named);
        out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        out.writeBytes(named);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }
}
