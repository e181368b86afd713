package io.gpuledger.exporter.exposition;

import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// Writes the families that the Prometheus client keeps. For one thread.
final class SelfTable {
    private final Map<String, Head> heads = new HashMap<>();
    private final Labels none = Labels.none();

    /// The family's name as the text format has it.
    static String name(MetricFamilySamples family) {
        return switch (family.type) {
            case COUNTER -> family.name + "_total";
            case INFO -> family.name + "_info";
            default -> family.name;
        };
    }

    void write(MetricFamilySamples family, PageWriter page) {
        page.family(heads.computeIfAbsent(name(family), name -> new Head(name, type(family), family.help)));
        for (var sample : family.samples) {
            // When a counter began is told by the process' start, once for all.
            if (!sample.name.endsWith("_created")) {
                page.sample(sample.name.getBytes(StandardCharsets.UTF_8), labels(sample), Numbers.plain(sample.value));
            }
        }
    }

    static Family.Type type(MetricFamilySamples family) {
        return switch (family.type) {
            case COUNTER -> Family.Type.COUNTER;
            case SUMMARY -> Family.Type.SUMMARY;
            case GAUGE, INFO -> Family.Type.GAUGE;
            default -> Family.Type.UNTYPED;
        };
    }

    private Labels labels(Sample sample) {
        var labels = none;
        for (var i = 0; i < sample.labelNames.size(); i++) {
            labels = labels.and(sample.labelNames.get(i), sample.labelValues.get(i));
        }
        return labels;
    }
}
