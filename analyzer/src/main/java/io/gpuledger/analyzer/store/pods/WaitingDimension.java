package io.gpuledger.analyzer.store.pods;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What stood free while pods waited can be told apart by each of these.
public enum WaitingDimension {
    CLUSTER,
    TEAM,
    FREE_SKU,
    WANTED_SKU,
    REASON;

    public static final List<WaitingDimension> ALL = List.of(values());

    private static final Map<String, WaitingDimension> BY_WORD =
            ALL.stream().collect(Collectors.toUnmodifiableMap(WaitingDimension::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);

    /// Returns its name in questions and answers.
    public String word() {
        return word;
    }

    public static Optional<WaitingDimension> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }
}
