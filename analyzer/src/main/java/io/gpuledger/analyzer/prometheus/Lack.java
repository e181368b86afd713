package io.gpuledger.analyzer.prometheus;

/// Something that a Prometheus does not have, and that reports would be better with.
///
/// @param what is not there
/// @param cost what that costs whoever reads a report
/// @param remedy how it is to be had
public record Lack(String what, String cost, String remedy) {}
