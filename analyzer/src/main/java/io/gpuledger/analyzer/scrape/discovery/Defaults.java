package io.gpuledger.analyzer.scrape.discovery;

import java.time.Duration;

/// What a target is given that does not say otherwise.
public record Defaults(String scheme, String path, Duration interval, Duration timeout) {}
