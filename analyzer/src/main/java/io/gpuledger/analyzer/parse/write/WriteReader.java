package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.Slots;

/// Reads requests, one at a time; as many at the same time as there are readers, over the same known series. All that
/// it needs is kept from one request to the next, so that a request whose series are known costs no memory.
public final class WriteReader {
    /// Both versions have these.
    private static final int SAMPLE = Wire.delimited(2);

    private static final int VALUE = Wire.fixed64(1);
    private static final int MILLIS = Wire.varint(2);

    private final KnownSeries known;
    private final KnownSeries.Finder finder;
    private final Slots slots;
    private final WriteLimits limits;
    private final Samples samples = new Samples();
    private final WriteTally tally = new WriteTally();
    private final Snappy snappy = new Snappy();
    private final Wire wire = new Wire();
    private final Fingerprint identity;
    private final SeriesLabels own = new OwnLabels();
    private final SeriesLabels shared;
    private byte[] message = new byte[64 << 10];

    /// @param slots asked by several readers at the same time where there are several; once for each series, as
    ///     long as there is room to know it
    public WriteReader(KnownSeries known, Slots slots, WriteLimits limits) {
        this.known = known;
        this.finder = known.finder();
        this.slots = slots;
        this.limits = limits;
        this.identity = new Fingerprint(known.keys);
        this.shared = new SharedLabels(limits, new Fingerprint(known.keys));
    }

    /// What the body of a request holds, as it came, until the next one is read. Samples outside of the window, and of
    /// series beyond the limits, are left out and counted.
    ///
    /// @throws MalformedWriteException where it cannot be read to its end; nothing of it is taken then
    public Samples read(byte[] body, int length, WriteVersion version, Window window) throws MalformedWriteException {
        samples.clear();
        tally.clear();
        decompress(body, length);
        var labels = version == WriteVersion.V1 ? own : shared;
        labels.begin(wire);
        var series = 0;
        while (wire.more()) {
            var tag = wire.tag();
            if (tag == version.series()) {
                var outer = wire.enter();
                var slot = ++series > limits.seriesMax() ? Rejection.TOO_MANY_SERIES.code() : slot(labels);
                series(version, slot, window);
                wire.leave(outer);
            } else {
                wire.skip(tag);
            }
        }
        return samples;
    }

    /// Of the request that was read last.
    public WriteTally tally() {
        return tally;
    }

    private void decompress(byte[] body, int length) throws MalformedWriteException {
        var size = snappy.begin(body, length);
        if (size > limits.messageBytesMax()) {
            throw new MalformedWriteException(
                    "a message of %,d bytes, where %,d are allowed".formatted(size, limits.messageBytesMax()));
        }
        if (size > (long) Snappy.MOST * length) {
            throw new MalformedWriteException(
                    "not snappy's block format: %,d bytes cannot become the %,d that it says".formatted(length, size));
        }
        if (size + Snappy.SLACK > message.length) {
            message = new byte[(int) Math.min(2L * size, limits.messageBytesMax()) + Snappy.SLACK];
        }
        snappy.decompress(message, (int) size);
        wire.over(message, (int) size);
    }

    private int slot(SeriesLabels labels) throws MalformedWriteException {
        var start = wire.at;
        var nameless = labels.identify(wire, identity);
        if (nameless.isPresent()) {
            return nameless.get().code();
        }
        var slot = finder.find(identity.high, identity.low);
        return slot != KnownSeries.UNKNOWN ? slot : learn(labels, start);
    }

    private int learn(SeriesLabels labels, int start) throws MalformedWriteException {
        var draft = new SeriesDraft(limits);
        var rest = wire.at;
        wire.at = start;
        labels.read(wire, draft);
        wire.at = rest;
        return known.learn(identity.high, identity.low, () -> draft.slot(slots));
    }

    /// What stands in a series beside its labels.
    private void series(WriteVersion version, int slot, Window window) throws MalformedWriteException {
        while (wire.more()) {
            var tag = wire.tag();
            if (tag == SAMPLE) {
                var outer = wire.enter();
                sample(slot, window);
                wire.leave(outer);
            } else {
                if (tag == version.histograms()) {
                    tally.histogram();
                } else if (tag == version.exemplars()) {
                    tally.exemplar();
                }
                wire.skip(tag);
            }
        }
    }

    private void sample(int slot, Window window) throws MalformedWriteException {
        if (slot == Slots.IGNORED) {
            samples.ignore();
            return;
        }
        if (Rejection.isCode(slot)) {
            tally.reject(slot);
            return;
        }
        // What is not said is 0.
        long bits = 0;
        long millis = 0;
        while (wire.more()) {
            var tag = wire.tag();
            if (tag == VALUE) {
                bits = wire.fixed64();
            } else if (tag == MILLIS) {
                millis = wire.varint();
            } else {
                wire.skip(tag);
            }
        }
        sample(slot, bits, millis, window);
    }

    private void sample(int slot, long bits, long millis, Window window) {
        if (Samples.isEnd(bits) && !slots.wantsEnd(slot)) {
            tally.stale();
        } else if (millis < window.fromMillis()) {
            tally.reject(Rejection.TOO_OLD.code());
        } else if (millis > window.toMillis()) {
            tally.reject(Rejection.IN_THE_FUTURE.code());
        } else if (samples.size() >= limits.samplesMax()) {
            tally.reject(Rejection.TOO_MANY_SAMPLES.code());
        } else {
            samples.add(slot, Double.longBitsToDouble(bits), millis);
            tally.taken(millis);
        }
    }
}
