package io.gpuledger.simulator.page;

import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.counters.CountersSource;
import java.util.List;

/// The nodes run one of these exporters.
public enum Exporter {
    /// Ours: reads each second, and shows integrals.
    GPU_EXPORTER,
    /// Shows gauges only, and reads them now and then: activities are means since it last did.
    DCGM_EXPORTER,
    /// This is dcgm-exporter where profiling is off: of activity it has the driver's utilization, of its last second.
    DCGM_EXPORTER_UNPROFILED;

    private static final String PROFILING = "DCGM_FI_PROF_";

    /// Whether it shows more than dcgm-exporter does.
    public boolean showsLedger() {
        return this == GPU_EXPORTER;
    }

    /// What of dcgm-exporter's metrics it shows.
    Counters counters() {
        var all = new CountersSource.BuiltIn(CountersSource.DEFAULT_LIST).read();
        return this == DCGM_EXPORTER_UNPROFILED
                ? new Counters(
                        all.metrics().stream()
                                .filter(metric -> !metric.name().startsWith(PROFILING))
                                .toList(),
                        all.labels(),
                        List.of())
                : all;
    }
}
