package io.gpuledger.analyzer.parse.read;

import java.util.List;
import java.util.stream.Collectors;

/// What a label has to be for its series to be asked for. The metric's name is the label `__name__`.
public record Matcher(Type type, String name, String value) {
    public static final String METRIC_NAME = "__name__";

    /// How a label is compared; servers anchor a pattern at both ends.
    public enum Type {
        EQUAL("=", 0),
        NOT_EQUAL("!=", 1),
        LIKE("=~", 2),
        UNLIKE("!~", 3);

        private final String sign;
        private final int number;

        Type(String sign, int number) {
            this.sign = sign;
            this.number = number;
        }

        /// Returns the number as a read request has it.
        int number() {
            return number;
        }
    }

    /// Matches the series of one metric.
    public static Matcher ofMetric(String name) {
        return new Matcher(Type.EQUAL, METRIC_NAME, name);
    }

    /// Returns all of them as PromQL has them, for those who ask by HTTP: `{__name__="up",job=~"node.*"}`.
    public static String selector(List<Matcher> matchers) {
        return matchers.stream().map(Matcher::text).collect(Collectors.joining(",", "{", "}"));
    }

    private String text() {
        var escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return name + type.sign + '"' + escaped + '"';
    }
}
