package io.gpuledger.analyzer.ledger;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The state that a part of a GPU-second is in. Where several states fit, the first of them counts.
public enum State {
    /// There is evidence against the GPU or its node.
    UNHEALTHY,
    /// There is no evidence and no reading, or no reading that says how active a held unit is.
    UNOBSERVED,
    /// The unit has been held for less than ten minutes, and has not been active yet.
    STARTING,
    /// The unit is held, and in a quiet run that is long enough to count.
    IDLE,
    /// The unit is held, and this is the part in which it was active.
    USED,
    /// The unit is held, and this is the part in which it was not active, outside of quiet runs that count.
    UNDERUSED,
    /// The unit is not held, and somebody took it out on purpose.
    WITHHELD,
    /// The unit is healthy and not held, but it is of no use to any pod that may come.
    STRANDED,
    /// The unit is not held, and a pod can have it.
    FREE;

    public static final List<State> ALL = List.of(values());

    private static final Map<String, State> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(State::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);

    /// Returns its name in tables, metrics and answers.
    public String word() {
        return word;
    }

    public static Optional<State> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }
}
