package io.gpuledger.exporter.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whether a page is whole, fresh, and does not contradict the pages before it.
final class PageCheck {
    /// There on every page, whatever the GPUs do.
    private static final Set<String> ALWAYS = Set.of(
            "gpu_info",
            "gpu_lost",
            "gpu_observed_seconds_total",
            "gpu_exporter_collector_duration_seconds",
            "gpu_exporter_collector_success",
            "gpu_exporter_device_stuck",
            "gpu_exporter_snapshot_timestamp_seconds");
    private static final String SNAPSHOT = "gpu_exporter_snapshot_timestamp_seconds";
    /// The sample interval, a scan and a read that both take all the time they have, and what a loaded machine adds.
    private static final Duration OLDEST = Duration.ofSeconds(1 + 1 + 8);
    /// More series than a node with faults has; beyond it counters are no longer watched.
    private static final int SERIES_MAX = 100_000;

    private final Map<String, Double> counters = new HashMap<>();
    private final Set<Double> snapshots = new HashSet<>();
    private double newest;

    /// What is wrong with the page; nothing, if all goes well.
    List<String> problems(Answer answer, Instant now) {
        if (answer.status() != 200) {
            return List.of("status " + answer.status());
        }
        try {
            var page = new Exposition(answer.text(), isOpenMetrics(answer));
            var problems = new ArrayList<>(page.problems());
            ALWAYS.stream().filter(name -> !page.names().contains(name)).forEach(name -> problems.add("no " + name));
            age(page, now).ifPresent(problems::add);
            page.counters().forEach((series, value) -> {
                Optional.ofNullable(counters.get(series))
                        .filter(before -> value < before)
                        .ifPresent(before -> problems.add("%s went from %s to %s".formatted(series, before, value)));
                remember(series, value);
            });
            return problems;
        } catch (IOException e) {
            return List.of("does not decode: " + e);
        }
    }

    static boolean isOpenMetrics(Answer answer) {
        return answer.head()
                .header("content-type")
                .filter(type -> type.startsWith("application/openmetrics-text"))
                .isPresent();
    }

    private Optional<String> age(Exposition page, Instant now) {
        double at = page.series().getOrDefault(SNAPSHOT, 0.0);
        snapshots.add(at);
        if (at < newest) {
            return Optional.of("an older snapshot, of %s after %s".formatted(at, newest));
        }
        newest = at;
        var age = Duration.ofMillis(now.toEpochMilli() - Math.round(at * 1e3));
        return Optional.of("a snapshot of " + age + " ago").filter(_ -> age.compareTo(OLDEST) > 0);
    }

    private void remember(String series, double value) {
        if (counters.size() < SERIES_MAX || counters.containsKey(series)) {
            counters.put(series, value);
        }
    }

    /// How many different snapshots the pages have shown.
    int snapshots() {
        return snapshots.size();
    }

    int countersWatched() {
        return counters.size();
    }
}
