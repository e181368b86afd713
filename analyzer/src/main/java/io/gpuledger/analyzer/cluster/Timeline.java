package io.gpuledger.analyzer.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// How something changed over time: each value holds from its instant until the next. Before the first there is none.
/// No two neighbours are the same.
public record Timeline<T>(List<Change<T>> changes) {
    public Timeline {
        changes = List.copyOf(changes);
        for (var i = 1; i < changes.size(); i++) {
            if (changes.get(i - 1).since() >= changes.get(i).since()) {
                throw new IllegalArgumentException("not in order: " + changes);
            }
        }
    }

    public static <T> Timeline<T> empty() {
        return new Timeline<>(List.of());
    }

    /// Of values in any order, of which some may be the same as those before them.
    public static <T> Timeline<T> of(Map<Long, Optional<T>> values) {
        var changes = new ArrayList<Change<T>>();
        new TreeMap<>(values).forEach((since, value) -> {
            var before =
                    changes.isEmpty() ? Optional.<T>empty() : changes.getLast().value();
            if (!value.equals(before)) {
                changes.add(new Change<>(since, value));
            }
        });
        return new Timeline<>(changes);
    }

    public Optional<T> at(long millis) {
        var low = 0;
        var high = changes.size();
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (changes.get(middle).since() <= millis) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? Optional.empty() : changes.get(low - 1).value();
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    public <U> Timeline<U> map(Function<? super T, ? extends U> function) {
        NavigableMap<Long, Optional<U>> mapped = new TreeMap<>();
        changes.forEach(change ->
                mapped.put(change.since(), change.value().map(value -> Objects.requireNonNull(function.apply(value)))));
        return of(mapped);
    }
}
