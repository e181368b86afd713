package io.gpuledger.analyzer.scrape.discovery;

import java.time.Duration;

/// Holds what a target is given that does not say otherwise.
public record TargetDefaults(String scheme, String path, Duration interval, Duration timeout) {}
