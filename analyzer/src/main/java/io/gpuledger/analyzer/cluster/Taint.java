package io.gpuledger.analyzer.cluster;

/// Keeps off a node the pods that do not tolerate it.
///
/// @param value empty where it has none
/// @param effect `NoSchedule`, `PreferNoSchedule` or `NoExecute`
public record Taint(String key, String value, String effect) {}
