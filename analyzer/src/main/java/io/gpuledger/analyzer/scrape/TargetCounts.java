package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.TargetState.Health;
import java.util.Map;

/// Counts the targets by how they are.
record TargetCounts(
        Map<Health, Long> byHealth, long skewed, long duplicates, long invalid, long elsewhere, long running) {
    long of(Health health) {
        return byHealth.getOrDefault(health, 0L);
    }
}
