package io.gpuledger.analyzer.store.writer;

import java.time.Instant;

/// Whether what comes in gets into the database.
public sealed interface DatabaseState {
    /// Nothing was tried yet.
    record Unknown() implements DatabaseState {}

    record Up() implements DatabaseState {}

    /// It does not, and waits.
    ///
    /// @param because what is wrong, for people
    record Down(Instant since, String because) implements DatabaseState {}
}
