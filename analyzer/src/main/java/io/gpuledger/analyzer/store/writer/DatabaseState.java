package io.gpuledger.analyzer.store.writer;

import java.time.Instant;

/// Says whether what comes in gets into the database.
public sealed interface DatabaseState {
    /// Nothing was tried yet.
    record Unknown() implements DatabaseState {}

    record Up() implements DatabaseState {}

    /// What comes in does not get into the database, and waits.
    ///
    /// @param because what is wrong, for people
    record Down(Instant since, String because) implements DatabaseState {}
}
