package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// Reads selectors. One that is not there selects nothing, and one that is empty selects all.
final class SelectionReader {
    private static final int REQUIREMENTS_MAX = 5_000;
    private static final int VALUES_MAX = 20_000;

    private SelectionReader() {}

    static Selection selection(Part of, String name) throws UnreadableException {
        var selector = of.member(name);
        if (selector.isEmpty()) {
            return Selection.NOTHING;
        }
        var all = new ArrayList<Requirement>();
        selector.get().pairs("matchLabels").forEach((label, value) -> all.add(is(label, value)));
        all.addAll(requirements(selector.get(), "matchExpressions"));
        return new Selection(Optional.of(all));
    }

    static List<Requirement> requirements(Part of, String name) throws UnreadableException {
        var all = new ArrayList<Requirement>();
        for (var one : of.items(name, REQUIREMENTS_MAX)) {
            var word = one.text("operator");
            var operator = Operator.of(word)
                    .orElseThrow(() -> one.not("a requirement of a known operator: " + Shortened.of(word)));
            all.add(new Requirement(one.text("key"), operator, one.texts("values", VALUES_MAX)));
        }
        return all;
    }

    /// Adds that a pod must have the same value of some labels as the pod whose labels these are, or another
    /// one.
    static Selection narrowed(
            Selection selection, List<String> keys, Operator operator, SortedMap<String, String> labels) {
        return new Selection(selection.requirements().map(some -> {
            var all = new ArrayList<>(some);
            keys.forEach(key -> Optional.ofNullable(labels.get(LabelName.normal(key)))
                    .ifPresent(value -> all.add(new Requirement(key, operator, List.of(value)))));
            return all;
        }));
    }

    private static Requirement is(String label, String value) {
        return new Requirement(label, Operator.IN, List.of(value));
    }
}
