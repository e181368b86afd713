package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// Bytes of a page that are kept. Comparable, so that a map of those that a hostile page made to have the same hash is
/// not slow.
final class Text implements Comparable<Text> {
    static final Text EMPTY = new Text(new byte[0]);

    private final byte[] bytes;
    private final int hash;

    private Text(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    static Text of(byte[] page, int from, int to) {
        return new Text(Arrays.copyOfRange(page, from, to));
    }

    int length() {
        return bytes.length;
    }

    /// Whether it is this that stands there.
    boolean isAt(byte[] page, int at, int length) {
        var end = at + bytes.length;
        return end <= length && Arrays.equals(page, at, end, bytes, 0, bytes.length);
    }

    /// Whether this is what stands from there to there.
    boolean is(byte[] page, int from, int to) {
        return to - from == bytes.length && isAt(page, from, to);
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Text that && hash == that.hash && Arrays.equals(bytes, that.bytes));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(Text other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public String toString() {
        return new String(bytes, UTF_8);
    }
}
