package io.gpuledger.analyzer.cluster;

/// A taint keeps pods that do not tolerate it off a node.
///
/// @param value empty where it has none
/// @param effect `NoSchedule`, `PreferNoSchedule` or `NoExecute`
public record Taint(String key, String value, String effect) {}
