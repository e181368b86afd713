package io.gpuledger.analyzer.store.spool;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.SequencedMap;

/// Keeps the lanes together within so many bytes. What is oldest gives way, lane by lane in their order.
final class SizeLimit {
    /// Names what is spooled by itself, in a folder of its own and in its own order.
    ///
    /// The lanes give way in their order when the spool is full: the oldest segment of the first
    /// lane that has one goes, and only when that has none, one of the next.
    enum Lane {
        /// Raw samples are spooled in this lane.
        SAMPLES;

        String folder() {
            return switch (this) {
                case SAMPLES -> "samples";
            };
        }
    }

    private static final System.Logger LOG = System.getLogger(SizeLimit.class.getName());

    /// A lane's segments, and who gives them up.
    record Droppable(Segments segments, Drain drain) {}

    private final long bytesMax;
    private final SequencedMap<Lane, Droppable> lanes;
    private boolean isFull;

    /// @param lanes in the order in which they give way
    SizeLimit(long bytesMax, SequencedMap<Lane, Droppable> lanes) {
        this.bytesMax = bytesMax;
        this.lanes = lanes;
    }

    long bytes() {
        return lanes.values().stream()
                .mapToLong(lane -> lane.segments().bytes())
                .sum();
    }

    /// One at a time, for the thread that writes.
    void enforce() {
        var wasOver = bytes() > bytesMax;
        while (bytes() > bytesMax && dropOne()) {
            // Until they fit.
        }
        tell(wasOver);
    }

    private boolean dropOne() {
        return lanes.sequencedEntrySet().stream()
                .map(Map.Entry::getValue)
                .anyMatch(lane -> lane.drain().dropOldest());
    }

    /// Once, until it was half empty in between.
    private void tell(boolean wasOver) {
        if (wasOver && !isFull) {
            LOG.log(
                    Level.WARNING,
                    "the spool is full: its oldest samples are lost for as long as the database does not take them;"
                            + " see --{0}",
                    SpoolSettings.MAX_SIZE.key());
        }
        isFull = wasOver || (isFull && bytes() > bytesMax / 2);
    }
}
