package io.gpuledger.analyzer.web.page;

/// A path to follow, with a few words on what is there.
///
/// @param path from the root, with a slash at its begin
public record Link(String path, String purpose) {}
