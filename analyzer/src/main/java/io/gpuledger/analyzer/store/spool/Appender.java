package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.Optional;

/// Writes a lane's segments, one after the other. For one thread.
final class Appender {
    private static final System.Logger LOG = System.getLogger(Appender.class.getName());

    private final Segments segments;
    private final SegmentStorage disk;
    private final InstantSource clock;
    private final long segmentBytesMax;
    private final SpoolMetrics metrics;
    private Optional<SegmentWriter> current = Optional.empty();

    Appender(Segments segments, SegmentStorage disk, InstantSource clock, long segmentBytesMax, SpoolMetrics metrics) {
        this.segments = segments;
        this.disk = disk;
        this.clock = clock;
        this.segmentBytesMax = segmentBytesMax;
        this.metrics = metrics;
    }

    void append(Batch batch) throws IOException {
        var writer = writer();
        writer.append(batch, clock.millis());
        if (writer.length() >= segmentBytesMax) {
            commit();
            seal();
        }
    }

    private SegmentWriter writer() throws IOException {
        if (current.isPresent() && current.get().segment().isBroken()) {
            commit();
            seal();
        }
        if (current.isEmpty()) {
            current = Optional.of(SegmentWriter.begin(segments.next(), disk, clock.millis()));
        }
        return current.get();
    }

    /// Returns when all that was appended is safe, and may be read.
    void commit() throws IOException {
        if (current.isPresent()) {
            var writer = current.get();
            var before = writer.segment().length();
            var start = System.nanoTime();
            writer.commit();
            metrics.committed(writer.segment().length() - before, System.nanoTime() - start);
            segments.add(writer.segment());
        }
    }

    /// Ends the segment, if there is one: what comes next goes into a new one.
    void seal() throws IOException {
        if (current.isPresent()) {
            var writer = current.get();
            current = Optional.empty();
            writer.seal();
        }
    }

    /// Takes back what was not committed, after a failure.
    void abandon() {
        current.ifPresent(writer -> {
            current = Optional.empty();
            try {
                writer.abandon();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, () -> writer.segment().file() + " could not be cut", e);
            }
        });
    }
}
