package io.gpuledger.exporter.top.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The labels of a sample. Their values are as the exporter meant them: nothing in them is fit for a terminal yet.
public record Labels(Map<String, String> byName) {
    public Labels {
        byName = Map.copyOf(byName);
    }

    /// Returns the label's value; an empty one is none, as in Prometheus.
    public Optional<String> get(String name) {
        return Optional.ofNullable(byName.get(name)).filter(value -> !value.isEmpty());
    }

    /// Whether the label has this value.
    public boolean has(String name, String value) {
        return value.equals(byName.get(name));
    }

    Labels and(String name, String value) {
        var more = new LinkedHashMap<>(byName);
        more.put(name, value);
        return new Labels(more);
    }
}
