package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;

/// That a pod holds a whole GPU for a time, by count alone: it is known how many it asked for, and not which.
public record Reckoned(Span span, Tenant tenant) {}
