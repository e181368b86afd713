package io.gpuledger.exporter.self;

import io.prometheus.client.Collector;
import io.prometheus.client.GaugeMetricFamily;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/// This is when an exporter started, under the name that Prometheus' clients have for it.
final class StartTime extends Collector {
    static final String NAME = "process_start_time_seconds";

    private final Supplier<Instant> started;

    StartTime(Supplier<Instant> started) {
        this.started = started;
    }

    @Override
    public List<MetricFamilySamples> collect() {
        return List.of(new GaugeMetricFamily(
                NAME, "Start time of the process since unix epoch in seconds.", UnixSeconds.of(started.get())));
    }
}
