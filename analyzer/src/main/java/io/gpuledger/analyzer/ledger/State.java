package io.gpuledger.analyzer.ledger;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The account that a part of a GPU-second stands in. Of those that fit, the first.
public enum State {
    /// There is evidence against the GPU or its node.
    UNHEALTHY,
    /// There is no evidence and no reading, or of a held unit nothing that says how active it is.
    UNOBSERVED,
    /// Held for less than ten minutes, and not active yet.
    STARTING,
    /// Held, in a quiet run.
    IDLE,
    /// Held, the part in which it was active.
    USED,
    /// Held, the part in which it was not, outside of quiet runs.
    UNDERUSED,
    /// Not held, and taken out on purpose.
    WITHHELD,
    /// Not held, healthy, and of no use to any pod that may come.
    STRANDED,
    /// Not held, and to be had.
    FREE;

    public static final List<State> ALL = List.of(values());

    private static final Map<String, State> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(State::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);

    /// Its name in tables, metrics and answers.
    public String word() {
        return word;
    }

    public static Optional<State> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }
}
