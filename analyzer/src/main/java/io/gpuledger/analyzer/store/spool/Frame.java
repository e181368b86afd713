package io.gpuledger.analyzer.store.spool;

import java.util.zip.CRC32C;

/// What a segment is made of: a checksum of all that follows, the length of the content, the number of rows in it, and
/// the content. The rows stand outside so that they can be counted without being read.
final class Frame {
    static final int HEAD = 12;

    private static final int LENGTH = 4;
    private static final int ROWS = 8;

    private Frame() {}

    /// Makes room for a head; the content comes after it.
    ///
    /// @return where the frame begins
    static int begin(Packer packer) {
        var start = packer.size();
        packer.fixed32(0);
        packer.fixed32(0);
        packer.fixed32(0);
        return start;
    }

    static void end(Packer packer, int start, int rows) {
        packer.fixed32At(start + LENGTH, packer.size() - start - HEAD);
        packer.fixed32At(start + ROWS, rows);
        packer.fixed32At(start, checksum(packer.bytes(), start, packer.size()));
    }

    static int length(byte[] bytes, int start) {
        return (int) Packer.INT.get(bytes, start + LENGTH);
    }

    static int rows(byte[] bytes, int start) {
        return (int) Packer.INT.get(bytes, start + ROWS);
    }

    static boolean isWhole(byte[] bytes, int start, int end) {
        return (int) Packer.INT.get(bytes, start) == checksum(bytes, start, end);
    }

    private static int checksum(byte[] bytes, int start, int end) {
        var checksum = new CRC32C();
        checksum.update(bytes, start + LENGTH, end - start - LENGTH);
        return (int) checksum.getValue();
    }
}
