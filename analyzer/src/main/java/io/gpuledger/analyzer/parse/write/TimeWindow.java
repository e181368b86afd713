package io.gpuledger.analyzer.parse.write;

/// From when to when samples are taken, both in milliseconds since 1970, both included.
public record TimeWindow(long fromMillis, long toMillis) {}
