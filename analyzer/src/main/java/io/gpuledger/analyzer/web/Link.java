package io.gpuledger.analyzer.web;

/// A path to follow, with a few words on what is there.
record Link(String path, String purpose) {}
