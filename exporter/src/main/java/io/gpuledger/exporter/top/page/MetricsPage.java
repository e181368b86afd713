package io.gpuledger.exporter.top.page;

import java.io.BufferedReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A page: the samples of each family. What is no sample of a GPU is left out, and so is what cannot be read.
public record MetricsPage(Map<String, Map<Labels, Double>> families) {
    /// The names that a page may be about: those of a GPU, by whichever exporter.
    private static final String OURS = "gpu_";

    private static final String DCGM_S = "DCGM_FI_";

    /// What tells our page from another exporter's.
    private static final String IDENTITY = "gpu_info";

    /// Reads lines of the text format as they come, so that no page is in memory as a whole.
    public static MetricsPage read(BufferedReader lines) {
        var families = new LinkedHashMap<String, Map<Labels, Double>>();
        lines.lines()
                .filter(line -> line.startsWith(OURS) || line.startsWith(DCGM_S))
                .forEach(line -> SampleLine.read(line)
                        .ifPresent(sample -> families.computeIfAbsent(sample.family(), _ -> new LinkedHashMap<>())
                                .put(sample.labels(), sample.value())));
        return new MetricsPage(DcgmNames.inOurs(families, families.containsKey(IDENTITY)));
    }

    public Map<Labels, Double> family(String name) {
        return families.getOrDefault(name, Map.of());
    }

    /// When what the page shows was read, in seconds of the exporter's clock.
    public Optional<Double> snapshotSeconds() {
        return family("gpu_exporter_snapshot_timestamp_seconds").values().stream()
                .findFirst();
    }
}
