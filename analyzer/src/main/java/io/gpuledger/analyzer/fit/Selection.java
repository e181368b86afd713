package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.LabelName;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;

/// Selects pods or namespaces by their labels.
///
/// @param requirements all of them have to be met, so that a list without any selects all. It is empty where
///     nothing is selected at all
public record Selection(Optional<List<Requirement>> requirements) {
    /// Selects nothing.
    public static final Selection NOTHING = new Selection(Optional.empty());

    public Selection {
        requirements = requirements.map(List::copyOf);
    }

    /// Says whether all are selected, whatever their labels are.
    boolean isOfAll() {
        return requirements.filter(List::isEmpty).isPresent();
    }

    /// Says whether it selects what has these labels, by their normal names.
    public boolean selects(SortedMap<String, String> labels) {
        return test().test(labels);
    }

    /// Returns it in a form that is quick for many: it knows the normal names of its labels.
    Predicate<SortedMap<String, String>> test() {
        return requirements
                .map(all -> all.stream().map(Selection::test).reduce(labels -> true, Predicate::and))
                .orElse(labels -> false);
    }

    private static Predicate<SortedMap<String, String>> test(Requirement requirement) {
        var name = LabelName.normal(requirement.key());
        return labels -> requirement.isMetBy(Optional.ofNullable(labels.get(name)));
    }

    @Override
    public String toString() {
        return requirements
                .map(all -> all.isEmpty()
                        ? "all"
                        : String.join(
                                ", ", all.stream().map(Requirement::toString).toList()))
                .orElse("none");
    }
}
