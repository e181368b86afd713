package io.gpuledger.analyzer.alert;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Subject;
import java.util.Arrays;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.TreeMap;

/// The labels of an alert, which Alertmanager tells alerts from each other by: they stay as they are for as long
/// as the finding is told under the same severity. What is not known, or is of no use, is absent.
final class AlertLabels {
    private AlertLabels() {}

    static SequencedMap<String, String> of(Alert alert) {
        var finding = alert.kept().finding();
        var key = finding.key();
        var labels = new TreeMap<String, String>();
        labels.put("alertname", name(key.kind()));
        labels.put("kind", key.kind().word());
        labels.put("detail", key.detail());
        labels.put("severity", alert.severity().word());
        labels.put("cluster", key.subject().cluster());
        labels.put("node", finding.node());
        labels.put("source", "gpu-analyzer");
        switch (key.subject()) {
            case Subject.OfUnit(var unit) -> {
                labels.put("uuid", unit.gpu());
                labels.put("instance_id", unit.instance().orElse(""));
            }
            case Subject.OfNode _ -> {}
        }
        labels.values().removeIf(String::isEmpty);
        return labels;
    }

    /// Returns a name that routes can go by, as `GpuFindingPowerBrake`.
    static String name(FindingKind kind) {
        return Arrays.stream(kind.word().split("_", -1))
                .map(part -> part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1))
                .collect(joining("", "GpuFinding", ""));
    }
}
