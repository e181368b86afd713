package io.gpuledger.analyzer.durability;

/// What came of it.
///
/// @param text figures for people
record Result(boolean good, String text) {}
