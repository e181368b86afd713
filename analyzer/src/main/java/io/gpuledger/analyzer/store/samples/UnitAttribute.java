package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What a unit is told to be, and may be told to be otherwise later: a GPU gets another name with another driver, and
/// an instance with the number of one that is gone may be of another size. Its index and the UUID of an instance say
/// where it is found, and no hour depends on them: of these only the last is kept.
enum UnitAttribute {
    MODEL,
    PROFILE,
    COMPUTE_SLICES,
    MEMORY_SLICES;

    private static final List<UnitAttribute> OF_GPUS = List.of(MODEL);
    private static final List<UnitAttribute> OF_INSTANCES = List.of(PROFILE, COMPUTE_SLICES, MEMORY_SLICES);
    private static final Map<String, UnitAttribute> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(UnitAttribute::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);

    /// Returns those that are kept of a unit. What is told of an instance's GPU is kept of the GPU.
    static List<UnitAttribute> of(UnitId unit) {
        return unit.instance().isPresent() ? OF_INSTANCES : OF_GPUS;
    }

    static Optional<UnitAttribute> ofWord(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    /// Returns its name in the database.
    String word() {
        return word;
    }

    /// Whether books depend on it: where it changes, they do.
    boolean isBooked() {
        return switch (this) {
            case MODEL, PROFILE, COMPUTE_SLICES -> true;
            case MEMORY_SLICES -> false;
        };
    }

    Optional<String> of(Unit unit) {
        return switch (this) {
            case MODEL -> unit.model();
            case PROFILE -> unit.profile();
            case COMPUTE_SLICES -> unit.computeSlices().map(String::valueOf);
            case MEMORY_SLICES -> unit.memorySlices().map(String::valueOf);
        };
    }

    /// Returns the same unit with another value of this.
    Unit in(Unit unit, String other) {
        return new Unit(
                unit.id(),
                unit.node(),
                unit.index(),
                text(MODEL, unit.model(), other),
                text(PROFILE, unit.profile(), other),
                unit.instanceUuid(),
                number(COMPUTE_SLICES, unit.computeSlices(), other),
                number(MEMORY_SLICES, unit.memorySlices(), other));
    }

    private Optional<String> text(UnitAttribute which, Optional<String> known, String other) {
        return this == which ? Optional.of(other) : known;
    }

    private Optional<Integer> number(UnitAttribute which, Optional<Integer> known, String other) {
        return this == which ? Optional.of(Integer.valueOf(other)) : known;
    }
}
