package io.gpuledger.analyzer.telemetry;

/// How often an XID was counted so far. Those that never came are not told of.
public record XidCount(int xid, long count) {}
