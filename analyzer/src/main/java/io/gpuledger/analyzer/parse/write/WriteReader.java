package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.PackedMessage;
import io.gpuledger.analyzer.parse.proto.ProtoCursor;

/// Reads requests, one at a time; as many at the same time as there are readers, over the same known series. All that
/// it needs is kept from one request to the next, so that a request whose series are known costs no memory.
public final class WriteReader {
    /// Both versions number these fields the same.
    private static final int SAMPLE = ProtoCursor.delimited(2);

    private static final int VALUE = ProtoCursor.fixed64(1);
    private static final int MILLIS = ProtoCursor.varint(2);

    private final KnownSeries known;
    private final KnownSeries.Finder finder;
    private final SeriesRouter router;
    private final WriteLimits limits;
    private final RoutedSamples samples = new RoutedSamples();
    private final WriteTally tally = new WriteTally();
    private final PackedMessage packed;
    private final Fingerprint identity;
    private final SeriesLabels own = new OwnLabels();
    private final SeriesLabels shared;
    private ProtoCursor cursor = new ProtoCursor();

    /// @param router asked by several readers at the same time where there are several; once for each series, as
    ///     long as there is room to know it
    public WriteReader(KnownSeries known, SeriesRouter router, WriteLimits limits) {
        this.known = known;
        this.finder = known.finder();
        this.router = router;
        this.limits = limits;
        this.packed = new PackedMessage(limits.messageBytesMax());
        this.identity = new Fingerprint(known.keys);
        this.shared = new SharedLabels(limits, new Fingerprint(known.keys));
    }

    /// What the body of a request holds, as it came, until the next one is read. Samples outside of the window, and of
    /// series beyond the limits, are left out and counted.
    ///
    /// @throws MalformedMessageException where it cannot be read to its end; nothing of it is taken then
    public RoutedSamples read(byte[] body, int length, WriteVersion version, TimeWindow window)
            throws MalformedMessageException {
        samples.begin(router);
        tally.clear();
        cursor = packed.open(body, length);
        var labels = version == WriteVersion.V1 ? own : shared;
        labels.begin(cursor);
        var series = 0;
        while (cursor.more()) {
            var tag = cursor.tag();
            if (tag == version.series()) {
                var outer = cursor.enter();
                var route = ++series > limits.seriesMax() ? Rejection.TOO_MANY_SERIES.code() : route(labels);
                series(version, route, window);
                cursor.leave(outer);
            } else {
                cursor.skip(tag);
            }
        }
        return samples;
    }

    /// Returns the tally of the request that was read last.
    public WriteTally tally() {
        return tally;
    }

    private int route(SeriesLabels labels) throws MalformedMessageException {
        var start = cursor.at;
        var nameless = labels.identify(cursor, identity);
        if (nameless.isPresent()) {
            return nameless.get().code();
        }
        var route = finder.find(identity.high, identity.low);
        return route != KnownSeries.UNKNOWN ? route : learn(labels, start);
    }

    private int learn(SeriesLabels labels, int start) throws MalformedMessageException {
        var draft = new SeriesDraft(limits);
        var rest = cursor.at;
        cursor.at = start;
        labels.read(cursor, draft);
        cursor.at = rest;
        return known.learn(identity.high, identity.low, () -> draft.route(router));
    }

    /// Reads what stands in a series beside its labels.
    private void series(WriteVersion version, int route, TimeWindow window) throws MalformedMessageException {
        while (cursor.more()) {
            var tag = cursor.tag();
            if (tag == SAMPLE) {
                var outer = cursor.enter();
                sample(route, window);
                cursor.leave(outer);
            } else {
                if (tag == version.histograms()) {
                    tally.histogram();
                } else if (tag == version.exemplars()) {
                    tally.exemplar();
                }
                cursor.skip(tag);
            }
        }
    }

    private void sample(int route, TimeWindow window) throws MalformedMessageException {
        if (route == SeriesConsumer.IGNORED) {
            samples.ignore();
            return;
        }
        if (Rejection.isCode(route)) {
            tally.reject(route);
            return;
        }
        // Who writes protobuf leaves out a field that is 0, so that one which does not come is 0.
        long bits = 0;
        long millis = 0;
        while (cursor.more()) {
            var tag = cursor.tag();
            if (tag == VALUE) {
                bits = cursor.fixed64();
            } else if (tag == MILLIS) {
                millis = cursor.varint();
            } else {
                cursor.skip(tag);
            }
        }
        sample(route, bits, millis, window);
    }

    private void sample(int route, long bits, long millis, TimeWindow window) {
        if (Samples.isEnd(bits) && !router.wantsEnd(route)) {
            tally.stale();
        } else if (millis < window.fromMillis()) {
            tally.reject(Rejection.TOO_OLD.code());
        } else if (millis > window.toMillis()) {
            tally.reject(Rejection.IN_THE_FUTURE.code());
        } else if (samples.size() >= limits.samplesMax()) {
            tally.reject(Rejection.TOO_MANY_SAMPLES.code());
        } else {
            samples.add(route, Double.longBitsToDouble(bits), millis);
            tally.taken(millis);
        }
    }
}
