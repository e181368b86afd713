package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.source.Catalog;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What there is in a window: which metrics, of how many GPUs and nodes, with which labels, and how far from each other
/// their samples are.
final class Inventory implements SeriesSink {
    private static final String NODE = "kube_node_info";
    private static final int INTERVALS_MAX = 20_000;
    /// So many labels of a metric are known by name.
    private static final int LABELS_MAX = 500;

    private final Catalog catalog;
    private final Map<String, Integer> series = new TreeMap<>();
    private final Map<String, Set<String>> labels = new HashMap<>();
    private final Set<String> gpus = new HashSet<>();
    private final Set<String> gpusWithPods = new HashSet<>();
    private final Set<String> nodes = new HashSet<>();
    private final long[] intervals = new long[INTERVALS_MAX];
    private int count;
    private long last;
    private boolean isOfGpu;

    Inventory(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public boolean series(String name, Labels said) {
        series.merge(name, 1, Integer::sum);
        var known = labels.computeIfAbsent(name, _ -> new HashSet<>());
        said.forEach((label, _) -> {
            if (known.size() < LABELS_MAX) {
                known.add(label);
            }
        });
        if (name.equals(NODE)) {
            said.find("node").ifPresent(nodes::add);
        }
        var gpu = catalog.gpu(name, said);
        gpu.ifPresent(gpus::add);
        gpu.filter(_ -> catalog.pod(name, said).isPresent()).ifPresent(gpusWithPods::add);
        isOfGpu = gpu.isPresent();
        last = Long.MIN_VALUE;
        return isOfGpu && count < INTERVALS_MAX;
    }

    @Override
    public void sample(long millis, double value) {
        if (last != Long.MIN_VALUE && count < INTERVALS_MAX) {
            intervals[count++] = millis - last;
        }
        last = millis;
    }

    boolean has(String metric) {
        return series.containsKey(metric);
    }

    boolean hasAnyOf(Set<String> metrics) {
        return metrics.stream().anyMatch(this::has);
    }

    /// Whether some series of a metric has a label that begins so, and is another one.
    boolean hasLabel(String metric, String prefix) {
        return labels.getOrDefault(metric, Set.of()).stream()
                .anyMatch(label -> label.startsWith(prefix) && label.length() > prefix.length());
    }

    int gpus() {
        return gpus.size();
    }

    int gpusWithPods() {
        return gpusWithPods.size();
    }

    int nodes() {
        return nodes.size();
    }

    /// Returns how many series there are of all metrics that mean something.
    int seriesOfAll() {
        return series.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// Returns the usual time from one sample of a GPU to the next: the median.
    Optional<Duration> interval() {
        if (count == 0) {
            return Optional.empty();
        }
        var sorted = Arrays.copyOf(intervals, count);
        Arrays.sort(sorted);
        return Optional.of(Duration.ofMillis(sorted[count / 2]));
    }

    /// Returns which part of the times between samples is longer than three usual ones, so that time is unobserved.
    double gaps() {
        var usual = interval().map(Duration::toMillis).orElse(0L);
        var gaps = Arrays.stream(intervals, 0, count)
                .filter(one -> one > 3 * usual)
                .count();
        return count == 0 ? 0 : (double) gaps / count;
    }
}
