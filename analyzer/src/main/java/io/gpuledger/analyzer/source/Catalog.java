package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// All tables: which metric is whose, and what it is.
public final class Catalog {
    /// Where two of them say the same of a unit, the first counts: ours integrates, the others sample.
    private static final List<String> BUILT_IN =
            List.of("gpu-exporter", "dcgm-exporter", "nvidia_gpu_exporter", "rocm-exporter", "xpu-manager");

    private static final int LINES_MAX = 10_000;

    /// Holds the rules that a table has for a metric.
    record MetricRules(SourceTable table, List<Rule> rules) {}

    private final Map<String, MetricRules> byMetric = new HashMap<>();
    private final Cells cells = new Cells();

    private Catalog(List<SourceTable> tables) {
        tables.forEach(table -> table.rules().forEach((metric, rules) -> {
            add(metric, new MetricRules(table, rules));
            table.namePrefix().ifPresent(prefix -> add(prefix + metric, new MetricRules(table, rules)));
        }));
    }

    private void add(String metric, MetricRules rules) {
        var other = byMetric.putIfAbsent(metric, rules);
        if (other != null) {
            throw new BadTableException(List.of("`%s` stands in the tables %s and %s"
                    .formatted(metric, other.table().name(), rules.table().name())));
        }
    }

    /// Reads the built-in tables, and those in the files.
    public static Catalog of(List<Path> more) {
        var tables = new ArrayList<SourceTable>();
        BUILT_IN.forEach(name -> tables.add(TableReader.read(name, builtIn(name), tables.size() * LINES_MAX)));
        more.forEach(file -> tables.add(TableReader.read(file.toString(), text(file), tables.size() * LINES_MAX)));
        return new Catalog(tables);
    }

    private static String builtIn(String name) {
        try (InputStream table = Catalog.class.getResourceAsStream(name + ".table")) {
            if (table == null) {
                throw new IllegalStateException("no table " + name);
            }
            return new String(table.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new BadTableException(List.of("cannot read " + file + ": " + SmallFile.why(e)));
        }
    }

    /// Returns the names of all metrics that mean something.
    public Set<String> metrics() {
        return Set.copyOf(byMetric.keySet());
    }

    /// Returns the names of the metrics that give one of these fields.
    public Set<String> metricsOf(Set<Field> fields) {
        return byMetric.entrySet().stream()
                .filter(metric -> metric.getValue().rules().stream()
                        .anyMatch(rule -> rule instanceof Rule.Value value && fields.contains(value.field())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /// Returns the GPU that a series is of, by its own id.
    public Optional<String> gpu(String metric, Labels series) {
        return find(metric).flatMap(rules -> rules.table().gpu(series));
    }

    /// Returns the names of the metrics whose series name their GPU by the same label.
    public Map<GpuLabel, Set<String>> metricsByGpuLabel() {
        var metrics = new HashMap<GpuLabel, Set<String>>();
        byMetric.forEach((metric, rules) -> rules.table()
                .gpuLabel()
                .ifPresent(label ->
                        metrics.computeIfAbsent(label, _ -> new HashSet<>()).add(metric)));
        return metrics;
    }

    /// Returns the pod that a series names.
    public Optional<String> pod(String metric, Labels series) {
        return find(metric).flatMap(rules -> rules.table().find(Role.POD, series));
    }

    /// Returns the cells that all targets share.
    Cells cells() {
        return cells;
    }

    Optional<MetricRules> find(String metric) {
        return Optional.ofNullable(byMetric.get(metric));
    }
}
