package io.gpuledger.analyzer.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// How something changed over time: each value holds from its instant until the next. Before the first instant there is
/// no value. No two values that follow each other are the same.
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

    public static <T> Timeline<T> always(T value) {
        return new Timeline<>(List.of(new Change<>(Long.MIN_VALUE, Optional.of(value))));
    }

    /// Makes a timeline of values in any order, of which some may be the same as those before them.
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

    /// Returns the value at an instant. Where there was none then, this is the first one after it and before another
    /// instant.
    public Optional<T> at(long millis, long until) {
        return at(millis)
                .or(() -> changes.stream()
                        .filter(change -> change.since() > millis && change.since() < until)
                        .flatMap(change -> change.value().stream())
                        .findFirst());
    }

    /// Returns the same timeline, but with the first value for all time before it too.
    public Timeline<T> backwards() {
        if (changes.isEmpty()) {
            return this;
        }
        var extended = new ArrayList<>(changes);
        extended.set(0, new Change<>(Long.MIN_VALUE, changes.getFirst().value()));
        return new Timeline<>(extended);
    }

    public interface Each<T> {
        void accept(long from, long to, T value);
    }

    /// Gives each value with the time in which it holds. The last one holds for ever.
    public void each(Each<T> each) {
        for (var i = 0; i < changes.size(); i++) {
            var from = changes.get(i).since();
            var to = i + 1 < changes.size() ? changes.get(i + 1).since() : Long.MAX_VALUE;
            changes.get(i).value().ifPresent(value -> each.accept(from, to, value));
        }
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    public <U> Timeline<U> map(Function<? super T, ? extends U> function) {
        return mapEach(value -> value.map(known -> Objects.requireNonNull(function.apply(known))));
    }

    /// Maps the values as [#map] does, and the times without a value too.
    public <U> Timeline<U> mapEach(Function<Optional<T>, Optional<U>> function) {
        NavigableMap<Long, Optional<U>> mapped = new TreeMap<>();
        changes.forEach(change -> mapped.put(change.since(), function.apply(change.value())));
        return of(mapped);
    }
}
