package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Says how an exporter names its metrics and labels.
///
/// @param labels which labels say what; of several the first that is there
/// @param gpuPrefix what a GPU's id begins with, although this exporter leaves it out
/// @param namePrefix what all names may begin with
/// @param wholeWhen the label, and its value, of a GPU that is not in instances although it has the label of one
/// @param exporters containers that are the exporter itself, and hold nothing
/// @param rules by metric; more than one where labels tell them apart
record SourceTable(
        String name,
        Map<Role, List<String>> labels,
        Optional<String> gpuPrefix,
        Optional<String> namePrefix,
        Optional<Rule.Condition> wholeWhen,
        Set<String> exporters,
        Map<String, List<Rule>> rules) {
    /// What a scraper puts before a label of the exporter's, where one of its own has the same name.
    static final String MOVED = "exported_";

    /// What the series' labels say of this. Where a scraper's own label had the same name, it moved the exporter's.
    Optional<String> find(Role role, Labels series) {
        for (var label : labels.getOrDefault(role, List.of())) {
            var moved = series.find(MOVED + label);
            var found = moved.isPresent() ? moved : series.find(label);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// Returns the label that says which GPU a series is of; empty where none does.
    Optional<GpuLabel> gpuLabel() {
        return labels.getOrDefault(Role.GPU, List.of()).stream()
                .findFirst()
                .map(label -> new GpuLabel(label, gpuPrefix));
    }

    Optional<String> gpu(Labels series) {
        return find(Role.GPU, series)
                .map(id -> gpuPrefix
                        .filter(prefix -> !id.startsWith(prefix))
                        .map(prefix -> prefix + id)
                        .orElse(id));
    }

    Optional<String> instance(Labels series) {
        var isWhole = wholeWhen
                .filter(condition -> series.find(condition.label()).equals(Optional.of(condition.value())))
                .isPresent();
        return isWhole ? Optional.empty() : find(Role.INSTANCE, series);
    }
}
