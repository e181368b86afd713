package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.store.findings.Mute;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The metrics of what is wrong.
final class FindingsMetrics {
    private final MultiGauge open;
    private final Counter failures;

    FindingsMetrics(MeterRegistry registry) {
        this.open = MultiGauge.builder("gpu.finding")
                .description("What is wrong with a GPU, a MIG device or a node. Always 1; what is over is not told.")
                .register(registry);
        this.failures = Counter.builder("gpu.analyzer.findings.failures")
                .description("How often findings could not be brought up to date, which is tried again.")
                .register(registry);
    }

    void failed() {
        failures.increment();
    }

    void lose() {
        open.register(List.of(), true);
    }

    /// Tells all findings that are open.
    ///
    /// @param mutes those in force; who mutes a finding is told nothing else of it by alerts
    void tell(List<Finding> findings, List<Mute> mutes, Instant at) {
        Map<Tags, Row<?>> rows = new LinkedHashMap<>();
        for (var finding : findings) {
            var isMuted = mutes.stream().anyMatch(mute -> mute.isOf(finding, at));
            var tags = tags(finding).and("muted", String.valueOf(isMuted));
            rows.put(tags, Row.of(tags, 1));
        }
        open.register(List.copyOf(rows.values()), true);
    }

    private static Tags tags(Finding finding) {
        var key = finding.key();
        var tags = Tags.of(
                "cluster",
                key.subject().cluster(),
                "node",
                finding.node(),
                "kind",
                key.kind().word(),
                "detail",
                key.detail(),
                "severity",
                finding.severity().word());
        return switch (key.subject()) {
            case Subject.OfUnit(var unit) ->
                tags.and("uuid", unit.gpu(), "instance_id", unit.instance().orElse(""));
            case Subject.OfNode _ -> tags.and("uuid", "", "instance_id", "");
        };
    }
}
