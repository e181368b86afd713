package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.time.Span;

/// Asks what went on with a GPU in a time.
///
/// @param step how long the pieces are that readings are summed up by, in milliseconds
public record GpuQuestion(String cluster, String gpu, Span window, long step) {}
