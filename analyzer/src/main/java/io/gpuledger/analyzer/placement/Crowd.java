package io.gpuledger.analyzer.placement;

import java.util.Locale;

/// How many workloads held GPUs of a node within an hour, in classes.
public enum Crowd {
    NONE,
    ONE,
    FEW,
    MANY;

    private static final int MANY_FROM = 4;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }

    /// Returns the class of a node that so many workloads held GPUs of.
    public static Crowd of(int workloads) {
        return switch (workloads) {
            case 0 -> NONE;
            case 1 -> ONE;
            default -> workloads < MANY_FROM ? FEW : MANY;
        };
    }
}
