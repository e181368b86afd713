package io.gpuledger.analyzer.telemetry;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Something that is true of a GPU for long: what runs on it, how it is set, and in what state parts of it are.
/// It is told when it changes, and not with each reading.
public enum Trait {
    DRIVER("driver"),
    /// The highest version of CUDA that the driver knows.
    CUDA("CUDA version"),
    VBIOS("VBIOS"),
    /// Whether memory is checked for errors: `enabled` or `disabled`.
    ECC("ECC mode"),
    /// In watts.
    POWER_LIMIT("power limit"),
    /// The highest clock of the multiprocessors, in MHz.
    CLOCK_MAX("highest clock"),
    /// Whether on-chip memories had more errors than they bear, which is `1` where they had.
    SRAM("state of on-chip memories"),
    /// The next two are numbers of the driver's.
    FABRIC_STATE("state in the NVLink fabric"),
    FABRIC_HEALTH("health of the NVLink fabric");

    /// In these GPUs of one model should be alike.
    public static final List<Trait> ALIKE = List.of(DRIVER, CUDA, VBIOS, ECC, POWER_LIMIT, CLOCK_MAX);

    private static final Map<String, Trait> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Trait::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);
    private final String title;

    Trait(String title) {
        this.title = title;
    }

    public static Optional<Trait> ofWord(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    /// Whether GPUs of one model should be alike in it.
    public boolean isAlike() {
        return ALIKE.contains(this);
    }

    /// Returns its name in the database and in answers.
    public String word() {
        return word;
    }

    /// Returns how people call it.
    public String title() {
        return title;
    }
}
