package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;

/// A time in which a pod holds a whole GPU, by count alone: it is known how many GPUs the pod asked for, and not which.
public record Reckoned(Span span, Tenant tenant) {}
