package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.ProtoCursor;
import java.io.IOException;
import java.io.InputStream;

/// The answer to a read request as Prometheus has it on its disk: a stream of `prometheus.ChunkedReadResponse`, in
/// frames of their own.
///
/// https://prometheus.io/docs/prometheus/latest/querying/remote_read_api/#streamed-chunks
public final class ChunkStream {
    /// The answer's content type begins so.
    public static final String CONTENT_TYPE = "application/x-streamed-protobuf";

    private static final int SERIES = ProtoCursor.delimited(1);
    private static final int CHUNK = ProtoCursor.delimited(2);
    private static final int TYPE = ProtoCursor.varint(3);
    private static final int DATA = ProtoCursor.delimited(4);

    private static final int XOR = 1;
    private static final int HISTOGRAM = 2;
    private static final int FLOAT_HISTOGRAM = 3;

    private final ReadLimits limits;
    private final SinkGate gate;
    private final SeriesFields fields;
    private final XorChunk xor = new XorChunk();
    private final ProtoCursor cursor = new ProtoCursor();

    public ChunkStream(TimeRange range, ReadLimits limits, SeriesSink sink) {
        this.limits = limits;
        this.gate = new SinkGate(range, limits, sink);
        this.fields = new SeriesFields(gate);
    }

    /// Reads an answer to its end. Its frames are large, so that the stream needs no buffer; it is not closed.
    ///
    /// @throws IOException where the stream does
    public void read(InputStream in) throws IOException, BadAnswerException {
        var frames = new Frames(in, limits.frameBytesMax());
        while (frames.next()) {
            cursor.over(frames.bytes(), frames.length());
            try {
                frame();
            } catch (MalformedMessageException e) {
                throw frames.bad(e);
            }
        }
    }

    private void frame() throws MalformedMessageException {
        while (cursor.more()) {
            var tag = cursor.tag();
            if (tag == SERIES) {
                var outer = cursor.enter();
                series();
                cursor.leave(outer);
            } else {
                cursor.skip(tag);
            }
        }
    }

    private void series() throws MalformedMessageException {
        if (!fields.wanted(cursor)) {
            return;
        }
        while (cursor.more()) {
            var tag = cursor.tag();
            if (tag == CHUNK) {
                var outer = cursor.enter();
                chunk();
                cursor.leave(outer);
            } else {
                cursor.skip(tag);
            }
        }
    }

    private void chunk() throws MalformedMessageException {
        long type = 0;
        var from = cursor.at;
        var to = cursor.at;
        while (cursor.more()) {
            var tag = cursor.tag();
            if (tag == TYPE) {
                type = cursor.varint();
            } else if (tag == DATA) {
                var length = cursor.length();
                from = cursor.at;
                to = from + length;
                cursor.at = to;
            } else {
                cursor.skip(tag);
            }
        }
        samples(type, from, to);
    }

    private void samples(long type, int from, int to) throws MalformedMessageException {
        if (type == XOR) {
            xor.decode(cursor.bytes, from, to, gate);
        } else if (type == HISTOGRAM || type == FLOAT_HISTOGRAM) {
            gate.histograms(XorChunk.count(cursor.bytes, from, to));
        } else {
            throw cursor.malformed(
                    "a chunk of encoding %d, where only 1 (XOR) and those of histograms are known".formatted(type));
        }
    }
}
