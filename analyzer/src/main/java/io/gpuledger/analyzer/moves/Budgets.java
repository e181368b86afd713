package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.fit.Selection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// The PodDisruptionBudgets of a cluster, by namespace.
public final class Budgets {
    private record Covering(Budget budget, Optional<Selection> pods) {}

    private final Map<String, List<Covering>> byNamespace = new HashMap<>();

    /// Adds one.
    ///
    /// @param pods whom it covers, where that is known
    public void add(Budget budget, Optional<Selection> pods) {
        byNamespace.computeIfAbsent(budget.namespace(), _ -> new ArrayList<>()).add(new Covering(budget, pods));
    }

    /// Returns those that cover a pod; nothing where that is not known of one of its namespace.
    ///
    /// @param labels the pod's, by their normal names
    public Optional<List<Budget>> of(String namespace, SortedMap<String, String> labels) {
        var its = byNamespace.getOrDefault(namespace, List.of());
        return its.stream().anyMatch(one -> one.pods().isEmpty())
                ? Optional.empty()
                : Optional.of(its.stream()
                        .filter(one ->
                                one.pods().filter(pods -> pods.selects(labels)).isPresent())
                        .map(Covering::budget)
                        .toList());
    }
}
