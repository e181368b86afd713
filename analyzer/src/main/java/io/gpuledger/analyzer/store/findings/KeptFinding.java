package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Finding;
import java.time.Instant;

/// A finding and its number in the database.
///
/// @param found when it was written down first
public record KeptFinding(long id, Instant found, Finding finding) {}
