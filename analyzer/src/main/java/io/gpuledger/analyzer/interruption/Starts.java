package io.gpuledger.analyzer.interruption;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// When pods of each workload began to run.
public final class Starts {
    private final Map<Workload, TreeSet<Long>> byWorkload = new HashMap<>();

    /// Names who makes pods.
    ///
    /// @param owner as `Job/train`
    public record Workload(String cluster, String namespace, String owner) {}

    public void add(Workload workload, long millis) {
        byWorkload.computeIfAbsent(workload, _ -> new TreeSet<>()).add(millis);
    }

    /// Returns when the first of its pods began to run after an instant.
    Optional<Long> after(Workload workload, long millis) {
        return Optional.ofNullable(byWorkload.get(workload))
                .flatMap(starts -> Optional.ofNullable(starts.higher(millis)));
    }
}
