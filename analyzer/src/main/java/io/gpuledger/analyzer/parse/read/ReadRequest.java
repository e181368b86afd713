package io.gpuledger.analyzer.parse.read;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A request of remote read, `prometheus.ReadRequest`, packed by snappy. It is posted with
/// `Content-Type: application/x-protobuf` and `Content-Encoding: snappy`. The answer's content type says what it is:
/// that of a [ChunkStream], which is asked for, or that of the request, for a [SamplesAnswer] of who knows no other.
///
/// https://prometheus.io/docs/prometheus/latest/querying/remote_read_api/
public final class ReadRequest {
    private static final int QUERY = 1;
    private static final int ANSWERS = 2;
    private static final int SAMPLES = 0;
    private static final int STREAMED_XOR_CHUNKS = 1;

    private static final int FROM = 1;
    private static final int TO = 2;
    private static final int MATCHER = 3;

    private static final int MATCHER_TYPE = 1;
    private static final int MATCHER_NAME = 2;
    private static final int MATCHER_VALUE = 3;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private ReadRequest() {}

    /// Asks for the series that match all of the matchers. The range is without its end, here as everywhere, and the
    /// request, in which the end is the last instant that is wanted, says so.
    public static byte[] of(TimeRange range, List<Matcher> matchers) {
        var query = new ReadRequest().number(FROM, range.fromMillis()).number(TO, range.toMillis() - 1);
        matchers.forEach(matcher -> query.bytes(MATCHER, of(matcher)));
        return packed(new ReadRequest()
                .bytes(QUERY, query.out.toByteArray())
                .number(ANSWERS, STREAMED_XOR_CHUNKS)
                .number(ANSWERS, SAMPLES)
                .out
                .toByteArray());
    }

    private static byte[] of(Matcher matcher) {
        return new ReadRequest()
                .number(MATCHER_TYPE, matcher.type().number())
                .bytes(MATCHER_NAME, matcher.name().getBytes(StandardCharsets.UTF_8))
                .bytes(MATCHER_VALUE, matcher.value().getBytes(StandardCharsets.UTF_8))
                .out
                .toByteArray();
    }

    private ReadRequest number(int field, long value) {
        return varint(field << 3).varint(value);
    }

    private ReadRequest bytes(int field, byte[] value) {
        varint(field << 3 | 2).varint(value.length).out.writeBytes(value);
        return this;
    }

    private ReadRequest varint(long value) {
        var rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) rest | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    /// Packs without compressing: a request is short. Each literal is one of up to 64 KiB, whose length has two bytes.
    private static byte[] packed(byte[] message) {
        var block = new ReadRequest().varint(message.length);
        for (var from = 0; from < message.length; from += 1 << 16) {
            var length = Math.min(message.length - from, 1 << 16);
            block.out.write(61 << 2);
            block.out.write(length - 1);
            block.out.write((length - 1) >>> 8);
            block.out.write(message, from, length);
        }
        return block.out.toByteArray();
    }
}
