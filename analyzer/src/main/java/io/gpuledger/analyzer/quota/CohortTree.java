package io.gpuledger.analyzer.quota;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which cohort is in which.
final class CohortTree {
    /// Cohorts within cohorts further down than this are not reckoned: nobody has so many, and whoever makes them means
    /// harm.
    static final int LEVELS_MAX = 64;

    private final Map<String, String> parents = new HashMap<>();
    private final Map<String, List<String>> children = new HashMap<>();

    void put(String child, String parent) {
        parents.put(child, parent);
        children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(child);
    }

    List<String> children(String name) {
        return children.getOrDefault(name, List.of());
    }

    /// Returns the cohorts from the one at the top to this one; none where no end is found.
    List<String> path(String name) {
        var path = new ArrayList<String>();
        for (var next = Optional.of(name); next.isPresent(); next = Optional.ofNullable(parents.get(next.get()))) {
            if (path.size() == LEVELS_MAX) {
                return List.of();
            }
            path.add(next.get());
        }
        return path.reversed();
    }
}
