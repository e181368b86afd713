package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import java.io.IOException;
import java.nio.file.Files;

/// Writes one segment, from its header on. After any failure there is nothing to do with it but to [#abandon] it: what
/// a disk has of bytes whose fsync failed, nobody knows, not even after another one that did not.
final class SegmentWriter {
    /// Small enough to stay in a processor's cache.
    private static final int BUFFERED = 256 << 10;

    private final Segment segment;
    private final SegmentStorage.Output output;
    private final Packer packer = new Packer();
    private final BatchEncoder encoder = new BatchEncoder(packer);
    private long written;

    private SegmentWriter(Segment segment, SegmentStorage.Output output) {
        this.segment = segment;
        this.output = output;
    }

    static SegmentWriter begin(Segment segment, SegmentStorage disk, long nowMillis) throws IOException {
        var writer = new SegmentWriter(segment, disk.create(segment.file()));
        Header.of(nowMillis).write(writer.packer);
        return writer;
    }

    Segment segment() {
        return segment;
    }

    /// With what is not safe yet.
    long length() {
        return written + packer.size();
    }

    void append(Batch batch, long nowMillis) throws IOException {
        encoder.encode(batch, nowMillis);
        if (packer.size() >= BUFFERED) {
            flush();
        }
    }

    private void flush() throws IOException {
        output.write(packer.bytes(), packer.size());
        written += packer.size();
        packer.clear();
    }

    /// Returns when all that was appended is safe.
    void commit() throws IOException {
        flush();
        output.force();
        segment.grown(written);
    }

    /// Of what was committed, that is all.
    void seal() throws IOException {
        segment.seal();
        output.close();
    }

    /// Cuts off what was not committed, as well as it can: what is left of it would come back as rows that nobody
    /// acknowledged, which does no harm. A segment that has nothing else is deleted.
    void abandon() throws IOException {
        segment.seal();
        try (output) {
            if (segment.length() == 0) {
                Files.deleteIfExists(segment.file());
            } else {
                output.truncate(segment.length());
            }
        }
    }
}
