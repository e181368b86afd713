package io.gpuledger.analyzer.telemetry;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Something in which GPUs of the same model are usually alike: what runs on them, and how they are set.
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
    CLOCK_MAX("highest clock");

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

    /// Returns its name in the database and in answers.
    public String word() {
        return word;
    }

    /// Returns how people call it.
    public String title() {
        return title;
    }
}
