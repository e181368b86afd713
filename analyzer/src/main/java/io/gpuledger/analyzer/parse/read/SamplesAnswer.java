package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.PackedMessage;
import io.gpuledger.analyzer.parse.proto.ProtoCursor;

/// The answer to a read request of servers that know no streams: one `prometheus.ReadResponse`, packed by snappy.
public final class SamplesAnswer {
    /// The answer's content type.
    public static final String CONTENT_TYPE = "application/x-protobuf";

    private static final int RESULT = ProtoCursor.delimited(1);
    private static final int SERIES = ProtoCursor.delimited(1);
    private static final int SAMPLE = ProtoCursor.delimited(2);
    private static final int HISTOGRAM = ProtoCursor.delimited(4);
    private static final int VALUE = ProtoCursor.fixed64(1);
    private static final int MILLIS = ProtoCursor.varint(2);

    private final SinkGate gate;
    private final SeriesFields fields;
    private final PackedMessage packed;

    public SamplesAnswer(TimeRange range, ReadLimits limits, SeriesSink sink) {
        this.gate = new SinkGate(range, limits, sink);
        this.fields = new SeriesFields(gate);
        this.packed = new PackedMessage(limits.messageBytesMax());
    }

    /// Reads the body of an answer, as it came.
    public void read(byte[] body, int length) throws BadAnswerException {
        try {
            var message = packed.open(body, length);
            while (message.more()) {
                var tag = message.tag();
                if (tag == RESULT) {
                    var outer = message.enter();
                    result(message);
                    message.leave(outer);
                } else {
                    message.skip(tag);
                }
            }
        } catch (MalformedMessageException e) {
            throw new BadAnswerException("the answer cannot be read: " + e.getMessage(), e);
        }
    }

    private void result(ProtoCursor result) throws MalformedMessageException {
        while (result.more()) {
            var tag = result.tag();
            if (tag == SERIES) {
                var outer = result.enter();
                series(result);
                result.leave(outer);
            } else {
                result.skip(tag);
            }
        }
    }

    private void series(ProtoCursor series) throws MalformedMessageException {
        if (!fields.wanted(series)) {
            return;
        }
        while (series.more()) {
            var tag = series.tag();
            if (tag == SAMPLE) {
                var outer = series.enter();
                sample(series);
                series.leave(outer);
            } else {
                series.skip(tag);
                if (tag == HISTOGRAM) {
                    gate.histograms(1);
                }
            }
        }
    }

    private void sample(ProtoCursor sample) throws MalformedMessageException {
        // Who writes protobuf leaves out a field that is 0, so that one which does not come is 0.
        long bits = 0;
        long millis = 0;
        while (sample.more()) {
            var tag = sample.tag();
            if (tag == VALUE) {
                bits = sample.fixed64();
            } else if (tag == MILLIS) {
                millis = sample.varint();
            } else {
                sample.skip(tag);
            }
        }
        gate.sample(millis, Double.longBitsToDouble(bits));
    }
}
