package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.ProtoCursor;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/// The labels of a series in a protobuf message. The messages of both answers have them as the same field.
final class SeriesFields {
    private static final int LABEL = ProtoCursor.delimited(1);
    private static final int NAME = ProtoCursor.delimited(1);
    private static final int VALUE = ProtoCursor.delimited(2);

    private final SinkGate gate;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();

    SeriesFields(SinkGate gate) {
        this.gate = gate;
    }

    /// Reads the labels, wherever they stand in the series, and leaves the cursor at its beginning. Returns whether
    /// anything else of the series is wanted.
    boolean wanted(ProtoCursor series) throws MalformedMessageException {
        var start = series.at;
        gate.begin();
        while (series.more()) {
            var tag = series.tag();
            if (tag == LABEL) {
                var outer = series.enter();
                label(series);
                series.leave(outer);
            } else {
                series.skip(tag);
            }
        }
        series.at = start;
        return gate.wanted();
    }

    private void label(ProtoCursor label) throws MalformedMessageException {
        try {
            var name = "";
            var value = "";
            while (label.more()) {
                var tag = label.tag();
                if (tag == NAME) {
                    name = text(label);
                } else if (tag == VALUE) {
                    value = text(label);
                } else {
                    label.skip(tag);
                }
            }
            gate.label(name, value);
        } catch (CharacterCodingException _) {
            gate.noText();
        }
    }

    private String text(ProtoCursor label) throws MalformedMessageException, CharacterCodingException {
        var length = label.length();
        var from = label.at;
        label.at += length;
        return utf8.decode(ByteBuffer.wrap(label.bytes, from, length)).toString();
    }
}
