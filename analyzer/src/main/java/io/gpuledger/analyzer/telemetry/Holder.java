package io.gpuledger.analyzer.telemetry;

import java.util.Optional;

/// The pod and container that is said to hold a unit.
///
/// @param podUid where it is told
public record Holder(String namespace, String pod, String container, Optional<String> podUid) {}
