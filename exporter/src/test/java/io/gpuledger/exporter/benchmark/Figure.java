package io.gpuledger.exporter.benchmark;

import java.util.Locale;
import java.util.OptionalDouble;

/// A figure is one line of the results: what was measured, of both or of the exporter alone, and what it may be at
/// most.
record Figure(String name, Unit unit, double ours, OptionalDouble theirs, OptionalDouble budget) {
    enum Unit {
        MILLISECONDS("%.2f ms"),
        MEBIBYTES("%.1f MiB"),
        PERCENT("%.2f %%"),
        BYTES("%,.0f B"),
        COUNT("%,.0f");

        private final String format;

        Unit(String format) {
            this.format = format;
        }

        String text(double value) {
            return String.format(Locale.ROOT, format, value);
        }
    }

    static final String HEADER = """
        | figure | gpu-exporter | node_exporter | ratio | budget | |
        |---|---:|---:|---:|---:|---|
        """;

    static Figure of(String name, Unit unit, Both<Double> values) {
        return new Figure(name, unit, values.ours(), OptionalDouble.of(values.theirs()), OptionalDouble.empty());
    }

    static Figure ours(String name, Unit unit, double value) {
        return new Figure(name, unit, value, OptionalDouble.empty(), OptionalDouble.empty());
    }

    Figure atMost(double limit) {
        return new Figure(name, unit, ours, theirs, OptionalDouble.of(limit));
    }

    String row() {
        return "| %s | %s | %s | %s | %s | %s |%n"
                .formatted(name, unit.text(ours), text(theirs), ratio(), text(budget), verdict());
    }

    /// Returns the line of a figure that has nobody to be compared with.
    String alone() {
        return "| %s | %s | %s | %s |%n".formatted(name, unit.text(ours), text(budget), verdict());
    }

    private String ratio() {
        if (theirs.isEmpty()) {
            return "";
        }
        return String.format(Locale.ROOT, "%.2f", ours / theirs.getAsDouble());
    }

    private String text(OptionalDouble value) {
        return value.isPresent() ? unit.text(value.getAsDouble()) : "";
    }

    private String verdict() {
        if (budget.isEmpty()) {
            return "";
        }
        return ours <= budget.getAsDouble() ? "met" : "**missed**";
    }
}
