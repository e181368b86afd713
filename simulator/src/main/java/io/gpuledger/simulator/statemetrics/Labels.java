package io.gpuledger.simulator.statemetrics;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// How kube-state-metrics writes Kubernetes' names as Prometheus takes them.
final class Labels {
    private Labels() {}

    /// Returns names and values by turns: the first, and then these, each name with the prefix.
    static String[] with(List<String> first, String prefix, SortedMap<String, String> labels) {
        var all = new ArrayList<>(first);
        labels.forEach((name, value) -> {
            all.add(prefix + word(name));
            all.add(value);
        });
        return all.toArray(String[]::new);
    }

    /// Returns the name with nothing in it but what Prometheus allows.
    static String word(String name) {
        return name.replaceAll("[^a-zA-Z0-9_]", "_");
    }

    static String unit(String resource) {
        return switch (resource) {
            case "cpu" -> "core";
            case "memory" -> "byte";
            default -> "integer";
        };
    }
}
