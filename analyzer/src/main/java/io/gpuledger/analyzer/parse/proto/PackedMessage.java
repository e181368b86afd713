package io.gpuledger.analyzer.parse.proto;

/// Unpacks messages that snappy has packed as one block, one at a time. All that it needs is kept from one to the next,
/// so that they cost no memory.
public final class PackedMessage {
    private final int bytesMax;
    private final Snappy snappy = new Snappy();
    private final ProtoCursor cursor = new ProtoCursor();
    private byte[] message = new byte[64 << 10];

    /// @param bytesMax how long a message may be once it is unpacked
    public PackedMessage(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// Returns where the message of a body begins, which stands until the next body is opened.
    ///
    /// @throws MalformedMessageException before there is memory for what the body cannot become
    public ProtoCursor open(byte[] body, int length) throws MalformedMessageException {
        var size = snappy.begin(body, length);
        if (size > bytesMax) {
            throw new MalformedMessageException(
                    "a message of %,d bytes, where %,d are allowed".formatted(size, bytesMax));
        }
        if (size > (long) Snappy.MOST * length) {
            throw new MalformedMessageException(
                    "not snappy's block format: %,d bytes cannot become the %,d that it says".formatted(length, size));
        }
        if (size + Snappy.SLACK > message.length) {
            message = new byte[(int) Math.min(2L * size, bytesMax) + Snappy.SLACK];
        }
        snappy.decompress(message, (int) size);
        cursor.over(message, (int) size);
        return cursor;
    }
}
