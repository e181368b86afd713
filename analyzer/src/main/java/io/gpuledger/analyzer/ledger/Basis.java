package io.gpuledger.analyzer.ledger;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Says which measurement a unit's activity was read from. The one that says most of the GPU comes first.
public enum Basis {
    /// The part of the time, and of the multiprocessors, in which a warp was resident.
    SM_ACTIVE,
    /// The part of the time in which the graphics or compute engine worked.
    ENGINE_ACTIVE,
    /// The part of the time in which the driver saw a kernel.
    UTILIZATION;

    private static final Map<String, Basis> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Basis::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }

    public static Optional<Basis> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }
}
