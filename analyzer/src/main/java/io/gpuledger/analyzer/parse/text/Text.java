package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Bytes of a page that are kept, in two pieces, which it may share with others: labels of a GPU's series differ in the
/// last one. Comparable, so that a map of those that a hostile page made to have the same hash is not slow.
final class Text implements Comparable<Text> {
    private static final byte[] NOTHING = {};

    static final Text EMPTY = new Text(NOTHING, NOTHING, 1);

    private final byte[] head;
    private final byte[] tail;
    private final int hash;

    private Text(byte[] head, byte[] tail, int hash) {
        this.head = head;
        this.tail = tail;
        this.hash = hash;
    }

    static Text of(byte[] page, int from, int to) {
        var bytes = Arrays.copyOfRange(page, from, to);
        return new Text(bytes, NOTHING, Arrays.hashCode(bytes));
    }

    /// The same, cut before its last comma, if it has one.
    ///
    /// @param shared the piece to be kept in the place of another that has the same bytes
    Text cut(UnaryOperator<Text> shared) {
        var bytes = bytes();
        for (var comma = bytes.length - 1; comma > 0; comma--) {
            if (bytes[comma] == ',') {
                var start = shared.apply(of(bytes, 0, comma));
                var end = shared.apply(of(bytes, comma, bytes.length));
                return new Text(start.head, end.head, hash);
            }
        }
        return this;
    }

    /// Returns its pieces, each as a text by itself.
    Stream<Text> pieces() {
        return Stream.of(head, tail).filter(piece -> piece.length > 0).map(piece -> of(piece, 0, piece.length));
    }

    int length() {
        return head.length + tail.length;
    }

    /// Returns whether this text stands there.
    boolean isAt(byte[] page, int at, int length) {
        var middle = at + head.length;
        var end = middle + tail.length;
        return end <= length
                && Arrays.equals(page, at, middle, head, 0, head.length)
                && (tail.length == 0 || Arrays.equals(page, middle, end, tail, 0, tail.length));
    }

    /// Returns whether this text is all that stands from there to there.
    boolean is(byte[] page, int from, int to) {
        return to - from == length() && isAt(page, from, to);
    }

    byte[] bytes() {
        if (tail.length == 0) {
            return head;
        }
        var bytes = Arrays.copyOf(head, length());
        System.arraycopy(tail, 0, bytes, head.length, tail.length);
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Text that && hash == that.hash && is(that.bytes(), 0, that.length()));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(Text other) {
        return Arrays.compareUnsigned(bytes(), other.bytes());
    }

    @Override
    public String toString() {
        return new String(bytes(), UTF_8);
    }
}
