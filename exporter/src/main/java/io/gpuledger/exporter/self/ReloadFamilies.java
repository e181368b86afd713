package io.gpuledger.exporter.self;

import io.gpuledger.service.reload.ReloadState;
import io.prometheus.client.Collector;
import io.prometheus.client.CounterMetricFamily;
import io.prometheus.client.GaugeMetricFamily;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// How the files that settings name were read anew, by setting.
final class ReloadFamilies extends Collector {
    private static final List<String> LABELS = List.of("setting");

    private final Supplier<? extends Map<String, ReloadState>> states;

    ReloadFamilies(Supplier<? extends Map<String, ReloadState>> states) {
        this.states = states;
    }

    @Override
    public List<MetricFamilySamples> collect() {
        var success = new GaugeMetricFamily(
                "gpu_exporter_reload_success",
                "Whether what the setting's file says now is in force. At 0 what it said before still is.",
                LABELS);
        var lastSuccess = new GaugeMetricFamily(
                "gpu_exporter_reload_last_success_timestamp_seconds",
                "When what is in force was read from the setting's file.",
                LABELS);
        var failures = new CounterMetricFamily(
                "gpu_exporter_reload_failures",
                "How often the setting's file was changed to what will not do.",
                LABELS);
        states.get().forEach((setting, state) -> {
            var labels = List.of(setting);
            success.addMetric(labels, state.success() ? 1 : 0);
            lastSuccess.addMetric(labels, UnixSeconds.of(state.lastSuccess()));
            failures.addMetric(labels, (double) state.failures());
        });
        return List.of(success, lastSuccess, failures);
    }
}
