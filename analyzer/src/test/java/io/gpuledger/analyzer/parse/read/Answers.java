package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/// Answers of remote read, by the fields of Prometheus' protobuf files.
final class Answers {
    static final TimeRange ALWAYS = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);
    static final int XOR = 1;

    /// What is said of an answer in JSON that cannot be read. Two lists that are not as long as each other have no
    /// place, as it is seen behind both of them only.
    static final Pattern BAD_JSON = Pattern.compile("""
        (?s)the answer has .+ where there should be .+ \\(line \\d+, column \\d+\\)\
        |the answer is cut off or not JSON \\(line \\d+, column \\d+\\): .+\
        |the answer is not JSON in UTF-8: .+\
        |a series of the answer has .+ values and .+ times\
        """);

    private Answers() {}

    /// Writes a series without samples. Its labels are names and values by turns, `__name__` among them.
    static ProtoWriter series(String... labels) {
        var series = new ProtoWriter();
        for (var i = 0; i < labels.length; i += 2) {
            series.message(1, new ProtoWriter().text(1, labels[i]).text(2, labels[i + 1]));
        }
        return series;
    }

    static ProtoWriter chunk(List<Kept> samples) {
        return chunk(XOR, XorEncoder.encode(samples));
    }

    static ProtoWriter chunk(int type, byte[] data) {
        return new ProtoWriter().varint(1, 1).varint(2, 2).varint(3, type).bytes(4, data);
    }

    /// Returns a frame of a stream with these series.
    static byte[] frame(ProtoWriter... series) {
        var message = new ProtoWriter();
        for (var one : series) {
            message.message(1, one);
        }
        return frame(message.varint(2, 0).toBytes());
    }

    static byte[] frame(byte[] message) {
        var checksum = new CRC32C();
        checksum.update(message);
        return joined(
                new ProtoWriter().raw(message.length).toBytes(),
                ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array(),
                message);
    }

    static byte[] joined(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
