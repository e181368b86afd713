package io.gpuledger.exporter.top.node;

import io.gpuledger.exporter.top.page.Labels;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What is measured of a unit, and where it stands on a page.
@SuppressWarnings("ImmutableEnumChecker") // conditions that keep nothing
public enum Measure {
    TEMPERATURE("temperature_celsius", gauge("gpu_temperature_celsius", "sensor", "gpu")),
    MEMORY_TEMPERATURE("memory_temperature_celsius", gauge("gpu_temperature_celsius", "sensor", "memory")),
    POWER("power_watts", gauge("gpu_power_watts")),
    POWER_LIMIT("power_limit_watts", gauge("gpu_power_limit_watts")),
    MEMORY_USED("memory_used_bytes", gauge("gpu_memory_used_bytes")),
    MEMORY_TOTAL("memory_total_bytes", gauge("gpu_memory_total_bytes")),
    /// The driver's own gauge, of a window that it chooses.
    UTILIZATION("utilization_ratio", gauge("gpu_utilization_ratio")),
    BUSY("busy_ratio", activity("gpu_busy_seconds_total", "gpu_busy_ratio")),
    ENGINE("engine_active_ratio", activity("gpu_engine_active_seconds_total", "gpu_engine_active_ratio")),
    SM("sm_active_ratio", activity("gpu_sm_active_seconds_total", "gpu_sm_active_ratio")),
    TENSOR("tensor_active_ratio", activity("gpu_tensor_active_seconds_total", "gpu_tensor_active_ratio")),
    DRAM("dram_active_ratio", activity("gpu_dram_active_seconds_total", "gpu_dram_active_ratio")),
    SM_CLOCK("sm_clock_hertz", gauge("gpu_clock_hertz", "clock", "sm"));

    /// Where a measure stands on a page.
    private sealed interface Source {
        record Gauge(String family, Predicate<Labels> which) implements Source {}

        /// An integral over the time that was observed; of exporters that have none, a gauge.
        record Activity(String counter, String gauge) implements Source {}
    }

    private final String word;
    private final Source source;

    Measure(String word, Source source) {
        this.word = word;
        this.source = source;
    }

    private static Source gauge(String family) {
        return new Source.Gauge(family, _ -> true);
    }

    private static Source gauge(String family, String label, String value) {
        return new Source.Gauge(family, labels -> labels.has(label, value));
    }

    private static Source activity(String counter, String gauge) {
        return new Source.Activity(counter, gauge);
    }

    /// Its name in JSON, which ends in its unit.
    public String word() {
        return word;
    }

    Map<UnitId, Double> values(Pages pages) {
        return switch (source) {
            case Source.Gauge(String family, Predicate<Labels> which) -> pages.gauges(family, which);
            case Source.Activity(String counter, String gauge) -> {
                var values = new LinkedHashMap<>(pages.gauges(gauge, _ -> true));
                pages.activity(counter).forEach((labels, part) -> values.put(UnitId.of(labels), part));
                yield values;
            }
        };
    }

    /// How busy a unit is, by the best that is known of it.
    static Optional<Double> utilization(Map<Measure, Double> readings) {
        return Optional.ofNullable(readings.get(BUSY)).or(() -> Optional.ofNullable(readings.get(UTILIZATION)));
    }
}
