package io.gpuledger.exporter.counters;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A line of a counters file: a metric, or a label on all the others.
///
/// @param name the field's name as the file spells it, which is the metric's or the label's
public record Counter(Field field, String name, Type type, String help) {
    /// What Prometheus is told that the metric is.
    public enum Type {
        GAUGE,
        COUNTER,
        HISTOGRAM,
        SUMMARY,
        LABEL;

        static Optional<Type> of(String word) {
            return Stream.of(values()).filter(type -> type.word().equals(word)).findFirst();
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
