package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import java.util.Optional;

/// Says whether a week's figures are final.
@FunctionalInterface
public interface Settledness {
    /// Returns what the week waits for, if it does.
    Optional<String> waitsFor(Week week) throws DatabaseException;
}
