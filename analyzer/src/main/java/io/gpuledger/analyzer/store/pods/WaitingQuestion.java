package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Asks what stood free while pods waited within a time.
///
/// @param window whole hours
/// @param by what rows are told apart by; each once
/// @param only which values are wanted; the empty text is that of what has none
/// @param skip how many rows come before
/// @param limit how many rows, at most
public record WaitingQuestion(
        Span window, List<WaitingDimension> by, Map<WaitingDimension, Set<String>> only, int skip, int limit) {
    public static final int LIMIT_MAX = 10_000;

    public WaitingQuestion {
        by = List.copyOf(by);
        only = Map.copyOf(only);
    }

    boolean wants(Map<WaitingDimension, Optional<String>> key) {
        return only.entrySet().stream().allMatch(filter -> wants(filter.getKey(), value(key, filter.getKey())));
    }

    boolean wants(WaitingDimension dimension, Optional<String> value) {
        return !only.containsKey(dimension)
                || only.getOrDefault(dimension, Set.of()).contains(value.orElse(""));
    }

    List<Optional<String>> key(Map<WaitingDimension, Optional<String>> key) {
        return by.stream().map(dimension -> value(key, dimension)).toList();
    }

    private static Optional<String> value(Map<WaitingDimension, Optional<String>> key, WaitingDimension dimension) {
        return key.getOrDefault(dimension, Optional.empty());
    }
}
