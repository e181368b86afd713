package io.gpuledger.analyzer.store.spool;

/// What stands at a place of a segment.
sealed interface Found {
    /// A frame, of which the checksum is right.
    ///
    /// @param content good until the next frame is read
    /// @param end where the next one begins
    record Whole(int rows, Unpacker content, long end) implements Found {}

    /// Nothing yet.
    record End() implements Found {}

    /// Bytes that are no frame.
    ///
    /// @param toTheEnd no other frame can stand behind them: as a frame looks that was not written to its end
    record Broken(boolean toTheEnd) implements Found {}
}
