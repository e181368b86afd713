package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// Bytes of a page that are kept. Comparable, so that a map of those that a hostile page made to have the same hash is
/// not slow.
final class Text implements Comparable<Text>, Interner.Kept {
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

    /// Returns one text after the other.
    static Text of(Text head, Text tail) {
        if (tail.bytes.length == 0) {
            return head;
        }
        var both = Arrays.copyOf(head.bytes, head.bytes.length + tail.bytes.length);
        System.arraycopy(tail.bytes, 0, both, head.bytes.length, tail.bytes.length);
        return new Text(both);
    }

    /// Returns a copy of what stands from there to there.
    Text part(int from, int to) {
        return of(bytes, from, to);
    }

    @Override
    public int length() {
        return bytes.length;
    }

    /// Returns whether this text stands there.
    boolean isAt(byte[] page, int at, int length) {
        var end = at + bytes.length;
        return end <= length && Arrays.equals(page, at, end, bytes, 0, bytes.length);
    }

    /// Returns whether this text is all that stands from there to there.
    boolean is(byte[] page, int from, int to) {
        return to - from == bytes.length && isAt(page, from, to);
    }

    /// Returns its own bytes, which nobody changes.
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
