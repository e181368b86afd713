package io.gpuledger.analyzer.scrape.discovery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;

/// Counts how often a discovery looked and how often in vain, and notes when it last saw something.
public final class RefreshMetrics {
    private final InstantSource clock;
    private final Counter successes;
    private final Counter failures;
    private volatile double lastSuccess;

    public RefreshMetrics(String pool, InstantSource clock, MeterRegistry registry) {
        this.clock = clock;
        this.successes = refreshes(pool, "ok", registry);
        this.failures = refreshes(pool, "failed", registry);
        Gauge.builder("gpu.analyzer.discovery.last.success.timestamp", this, one -> one.lastSuccess)
                .description("When targets were last looked for with success; 0 is never.")
                .baseUnit("seconds")
                .tag("discovery", pool)
                .register(registry);
    }

    private static Counter refreshes(String pool, String result, MeterRegistry registry) {
        return Counter.builder("gpu.analyzer.discovery.refreshes")
                .description("How often targets were looked for; what fails leaves those that are known.")
                .tag("discovery", pool)
                .tag("result", result)
                .register(registry);
    }

    public void succeeded() {
        successes.increment();
        lastSuccess = clock.millis() / 1000.0;
    }

    public void failed() {
        failures.increment();
    }
}
