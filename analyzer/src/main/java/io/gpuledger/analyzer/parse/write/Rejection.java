package io.gpuledger.analyzer.parse.write;

import java.util.List;
import java.util.Locale;

/// Why samples are not taken, though the rest of their request is.
public enum Rejection {
    TOO_OLD,
    IN_THE_FUTURE,
    TOO_MANY_SERIES,
    TOO_MANY_SAMPLES,
    TOO_MANY_LABELS,
    LABEL_NAME_TOO_LONG,
    LABEL_VALUE_TOO_LONG,
    LABEL_WITHOUT_NAME,
    LABEL_TWICE,
    NOT_UTF_8,
    CONTROL_CHARACTER,
    NO_METRIC_NAME,
    /// A label of 2.0 that refers to a symbol that is not there.
    UNKNOWN_SYMBOL;

    static final List<Rejection> ALL = List.of(values());

    /// Returns the reason in the word that metrics have for it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// In place of a route: all below [io.gpuledger.analyzer.parse.SeriesConsumer#IGNORED] are free for it.
    @SuppressWarnings("EnumOrdinal") // good in this process alone
    int code() {
        return -2 - ordinal();
    }

    static boolean isCode(int route) {
        return route < -1;
    }

    static Rejection ofCode(int code) {
        return ALL.get(-2 - code);
    }
}
