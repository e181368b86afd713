package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.ProtoCursor;
import java.util.Arrays;
import java.util.Optional;

/// 2.0: each string stands in the message once, and series refer to them.
final class SharedLabels implements SeriesLabels {
    private static final int SYMBOL = ProtoCursor.delimited(4);
    private static final int PACKED = ProtoCursor.delimited(1);
    private static final int SINGLE = ProtoCursor.varint(1);

    private final WriteLimits limits;
    private final Fingerprint symbol;
    private int count;
    /// Each number holds where a symbol lies and how long it is.
    private long[] places = new long[512];
    /// Two numbers for each symbol are its fingerprint.
    private long[] prints = new long[1024];

    private final int[] references;
    private int said;

    SharedLabels(WriteLimits limits, Fingerprint symbol) {
        this.limits = limits;
        this.symbol = symbol;
        this.references = new int[2 * limits.labelsMax()];
    }

    @Override
    public void begin(ProtoCursor message) throws MalformedMessageException {
        count = 0;
        while (message.more()) {
            var tag = message.tag();
            if (tag == SYMBOL) {
                var length = message.length();
                add(message, length);
                message.at += length;
            } else {
                message.skip(tag);
            }
        }
        message.at = 0;
    }

    private void add(ProtoCursor message, int length) throws MalformedMessageException {
        if (count == limits.symbolsMax()) {
            throw message.malformed("more than %,d symbols".formatted(count));
        }
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
            prints = Arrays.copyOf(prints, 4 * count);
        }
        places[count] = (long) message.at << 32 | length;
        symbol.begin();
        symbol.add(message.bytes, message.at, message.at + length);
        prints[2 * count] = symbol.high;
        prints[2 * count + 1] = symbol.low;
        count++;
    }

    @Override
    public Optional<Rejection> identify(ProtoCursor series, Fingerprint identity) throws MalformedMessageException {
        references(series);
        if (said > references.length) {
            return Optional.of(Rejection.TOO_MANY_LABELS);
        }
        identity.begin();
        for (var i = 0; i + 1 < said; i += 2) {
            var name = references[i];
            var value = references[i + 1];
            if (name >= count || value >= count) {
                return Optional.of(Rejection.UNKNOWN_SYMBOL);
            }
            identity.add(prints[2 * name], prints[2 * name + 1], prints[2 * value], prints[2 * value + 1]);
        }
        return said % 2 == 0 ? Optional.empty() : Optional.of(Rejection.UNKNOWN_SYMBOL);
    }

    private void references(ProtoCursor series) throws MalformedMessageException {
        said = 0;
        var rest = series.end;
        while (series.more()) {
            var start = series.at;
            var tag = series.tag();
            if (tag == PACKED) {
                packed(series);
            } else if (tag == SINGLE) {
                refer(series.varint());
            } else {
                series.skip(tag);
                rest = Math.min(rest, start);
            }
        }
        series.at = rest;
    }

    private void packed(ProtoCursor series) throws MalformedMessageException {
        var outer = series.enter();
        series.at = afterShort(series.bytes, series.at, series.end);
        while (series.more()) {
            refer(series.varint());
        }
        series.leave(outer);
    }

    /// Reads references of one or two bytes, which nearly all are.
    private int afterShort(byte[] bytes, int from, int end) {
        var at = from;
        var count = said;
        while (at + 1 < end && count < references.length) {
            int low = bytes[at];
            if (low >= 0) {
                references[count++] = low;
                at++;
            } else if (bytes[at + 1] >= 0) {
                references[count++] = (low & 0x7F) | bytes[at + 1] << 7;
                at += 2;
            } else {
                break;
            }
        }
        said = count;
        return at;
    }

    private void refer(long symbol) {
        if (said < references.length) {
            references[said] = (int) Math.min(symbol & 0xFFFF_FFFFL, Integer.MAX_VALUE);
        }
        said++;
    }

    /// Those that were referred to last.
    @Override
    public void read(ProtoCursor series, SeriesDraft draft) {
        for (var i = 0; i + 1 < said; i += 2) {
            var name = places[references[i]];
            var value = places[references[i + 1]];
            draft.label(series.bytes, (int) (name >>> 32), (int) name, (int) (value >>> 32), (int) value);
        }
    }
}
