package io.gpuledger.analyzer.store.spool;

/// What is spooled by itself, in a folder of its own, in its own order.
///
/// The order of the lanes is that in which they give way when the spool is full: the oldest segment of the first that
/// has one, and only when it has none, that of the next.
enum Lane {
    /// Raw samples.
    SAMPLES;

    String folder() {
        return switch (this) {
            case SAMPLES -> "samples";
        };
    }
}
