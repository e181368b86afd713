package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.time.Span;

/// What is asked about a GPU.
///
/// @param step how long the pieces are that readings are summed up by, in milliseconds
public record GpuQuestion(String cluster, String gpu, Span window, long step) {}
