package io.gpuledger.exporter.self;

import io.gpuledger.exporter.device.Snapshot.Run;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Gauge;
import io.prometheus.client.hotspot.BufferPoolsExports;
import io.prometheus.client.hotspot.ClassLoadingExports;
import io.prometheus.client.hotspot.GarbageCollectorExports;
import io.prometheus.client.hotspot.MemoryPoolsExports;
import io.prometheus.client.hotspot.StandardExports;
import io.prometheus.client.hotspot.VersionInfoExports;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/// The metrics about this process, in the Prometheus client's registry. The GPUs' are not here: dcgm-exporter's
/// counters
/// do not end in `_total`, which the client would append.
public final class SelfMetrics {
    private static final String COLLECTOR = "collector";

    private final CollectorRegistry registry = new CollectorRegistry();
    private final Gauge success = gauge("collector_success", "Whether the collector's latest run went well.");
    private final Gauge duration = gauge("collector_duration_seconds", "How long the collector's latest run took.");
    private final Gauge lastSuccess =
            gauge("collector_last_success_timestamp_seconds", "When the collector last did well; 0 when never.");

    /// How the exporter's own work goes, and nothing of the process that does it.
    public static SelfMetrics ofWork() {
        return new SelfMetrics();
    }

    /// The process and its JVM too.
    public static SelfMetrics ofWorkAndProcess() {
        var metrics = new SelfMetrics();
        new StandardExports().register(metrics.registry);
        new VersionInfoExports().register(metrics.registry);
        new MemoryPoolsExports().register(metrics.registry);
        new BufferPoolsExports().register(metrics.registry);
        new GarbageCollectorExports().register(metrics.registry);
        new ClassLoadingExports().register(metrics.registry);
        return metrics;
    }

    private SelfMetrics() {}

    private Gauge gauge(String name, String help) {
        return Gauge.build("gpu_exporter_" + name, help).labelNames(COLLECTOR).register(registry);
    }

    /// How each collector's latest run went.
    public void ran(List<Run> runs) {
        for (var run : runs) {
            success.labels(run.collector()).set(run.success() ? 1 : 0);
            duration.labels(run.collector()).set(run.took().toNanos() / 1e9);
            lastSuccess
                    .labels(run.collector())
                    .set(run.lastSuccess().map(SelfMetrics::unixSeconds).orElse(0.0));
        }
    }

    /// All of them as they are now.
    public List<MetricFamilySamples> families() {
        return Collections.list(registry.metricFamilySamples());
    }

    private static double unixSeconds(Instant at) {
        return at.toEpochMilli() / 1e3;
    }
}
