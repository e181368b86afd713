package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.ProtoCursor;
import java.util.Optional;

/// 1.0: each series has its labels in full.
final class OwnLabels implements SeriesLabels {
    private static final int LABEL = ProtoCursor.delimited(1);
    private static final int NAME = ProtoCursor.delimited(1);
    private static final int VALUE = ProtoCursor.delimited(2);

    @Override
    public void begin(ProtoCursor message) {
        // Nothing does.
    }

    /// The bytes as they lie there: all labels follow each other, unless a sender wants to be different.
    @Override
    public Optional<Rejection> identify(ProtoCursor series, Fingerprint identity) throws MalformedMessageException {
        identity.begin();
        var run = series.at;
        var rest = series.end;
        series.at = afterShort(series.bytes, run, rest);
        while (series.more()) {
            var start = series.at;
            var tag = series.tag();
            series.skip(tag);
            if (tag != LABEL) {
                if (start > run) {
                    identity.add(series.bytes, run, start);
                }
                rest = Math.min(rest, start);
                run = series.at;
            }
        }
        if (series.at > run) {
            identity.add(series.bytes, run, series.at);
        }
        series.at = rest;
        return Optional.empty();
    }

    /// Passes over labels of less than 128 bytes, which nearly all are.
    private static int afterShort(byte[] bytes, int from, int end) {
        var at = from;
        while (at + 1 < end && bytes[at] == LABEL && bytes[at + 1] >= 0 && bytes[at + 1] <= end - at - 2) {
            at += 2 + bytes[at + 1];
        }
        return at;
    }

    @Override
    public void read(ProtoCursor series, SeriesDraft draft) throws MalformedMessageException {
        while (series.more()) {
            var tag = series.tag();
            if (tag == LABEL) {
                var outer = series.enter();
                label(series, draft);
                series.leave(outer);
            } else {
                series.skip(tag);
            }
        }
    }

    private static void label(ProtoCursor label, SeriesDraft draft) throws MalformedMessageException {
        int name = label.at;
        int nameLength = 0;
        int value = label.at;
        int valueLength = 0;
        while (label.more()) {
            var tag = label.tag();
            if (tag == NAME) {
                nameLength = label.length();
                name = label.at;
                label.at += nameLength;
            } else if (tag == VALUE) {
                valueLength = label.length();
                value = label.at;
                label.at += valueLength;
            } else {
                label.skip(tag);
            }
        }
        draft.label(label.bytes, name, nameLength, value, valueLength);
    }
}
