package io.gpuledger.exporter.self;

import io.gpuledger.exporter.device.Snapshot.Run;
import io.gpuledger.service.reload.ReloadState;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Gauge;
import io.prometheus.client.hotspot.BufferPoolsExports;
import io.prometheus.client.hotspot.ClassLoadingExports;
import io.prometheus.client.hotspot.GarbageCollectorExports;
import io.prometheus.client.hotspot.MemoryPoolsExports;
import io.prometheus.client.hotspot.StandardExports;
import io.prometheus.client.hotspot.VersionInfoExports;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The metrics about this process, in the Prometheus client's registries. The GPUs' are not here: dcgm-exporter's
/// counters do not end in `_total`, which the client would append.
///
/// The process' own are asked for each few seconds only: they cost more than all that the page says of a GPU.
public final class SelfMetrics {
    private static final String COLLECTOR = "collector";
    private static final Duration PROCESS_PERIOD = Duration.ofSeconds(5);

    private final CollectorRegistry work = new CollectorRegistry();
    private final CollectorRegistry process = new CollectorRegistry();
    private final Gauge success = gauge("collector_success", "Whether the collector's latest run went well.");
    private final Gauge duration = gauge("collector_duration_seconds", "How long the collector's latest run took.");
    private final Gauge lastSuccess =
            gauge("collector_last_success_timestamp_seconds", "When the collector last did well; 0 when never.");
    private Instant processAskedAt = Instant.MIN;
    private List<MetricFamilySamples> processFamilies = List.of();

    /// How the exporter's own work goes, and nothing of the process that does it.
    public static SelfMetrics ofWork(Supplier<? extends Map<String, ReloadState>> reloads) {
        return new SelfMetrics(reloads);
    }

    /// The process and its JVM too.
    public static SelfMetrics ofWorkAndProcess(Supplier<? extends Map<String, ReloadState>> reloads) {
        var metrics = new SelfMetrics(reloads);
        new StandardExports().register(metrics.process);
        new VersionInfoExports().register(metrics.process);
        new MemoryPoolsExports().register(metrics.process);
        new BufferPoolsExports().register(metrics.process);
        new GarbageCollectorExports().register(metrics.process);
        new ClassLoadingExports().register(metrics.process);
        return metrics;
    }

    /// Makes the metrics of an exporter that another process plays. Of a process they tell only when that exporter
    /// started.
    public static SelfMetrics ofPlayed(Supplier<Instant> started) {
        var metrics = new SelfMetrics(Map::of);
        new StartTime(started).register(metrics.work);
        return metrics;
    }

    private SelfMetrics(Supplier<? extends Map<String, ReloadState>> reloads) {
        new ReloadFamilies(reloads).register(work);
    }

    private Gauge gauge(String name, String help) {
        return Gauge.build("gpu_exporter_" + name, help).labelNames(COLLECTOR).register(work);
    }

    /// Takes in how the latest run of each collector went.
    public void ran(List<Run> runs) {
        for (var run : runs) {
            success.labels(run.collector()).set(run.success() ? 1 : 0);
            duration.labels(run.collector()).set(run.took().toNanos() / 1e9);
            lastSuccess
                    .labels(run.collector())
                    .set(run.lastSuccess().map(UnixSeconds::of).orElse(0.0));
        }
    }

    /// The process' as they were a few seconds ago, until then the same object.
    public List<MetricFamilySamples> processFamilies(Instant now) {
        if (Duration.between(processAskedAt, now).abs().compareTo(PROCESS_PERIOD) >= 0) {
            processFamilies = Collections.list(process.metricFamilySamples());
            processAskedAt = now;
        }
        return processFamilies;
    }

    /// Returns the metrics of the work as they are now.
    public List<MetricFamilySamples> workFamilies() {
        return Collections.list(work.metricFamilySamples());
    }
}
