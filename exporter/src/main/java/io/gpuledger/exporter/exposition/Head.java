package io.gpuledger.exporter.exposition;

import java.nio.charset.StandardCharsets;

/// What stands above a family's samples, encoded once for each format.
///
/// The formats differ in counters: to OpenMetrics a counter's samples end in `_total` and its family does not. Those of
/// dcgm-exporter that do not are of unknown type there, so that the series are the same either way.
final class Head {
    private static final String TOTAL = "_total";

    private final String name;
    private final byte[] sampleName;
    private final byte[] text;
    private final byte[] openMetrics;

    Head(String name, Family.Type type, String help) {
        var escaped = help.replace("\\", "\\\\").replace("\n", "\\n");
        var counted = type == Family.Type.COUNTER && name.endsWith(TOTAL);
        var family = counted ? name.substring(0, name.length() - TOTAL.length()) : name;
        this.name = name;
        sampleName = utf8(name);
        text = lines(name, escaped, textWord(type));
        openMetrics = lines(family, escaped.replace("\"", "\\\""), counted ? "counter" : openMetricsWord(type));
    }

    String name() {
        return name;
    }

    /// The name of a sample, where it is the family's.
    byte[] sampleName() {
        return sampleName;
    }

    byte[] text() {
        return text;
    }

    byte[] openMetrics() {
        return openMetrics;
    }

    private static String textWord(Family.Type type) {
        return switch (type) {
            case GAUGE -> "gauge";
            case COUNTER -> "counter";
            case SUMMARY -> "summary";
            case UNTYPED -> "untyped";
        };
    }

    private static String openMetricsWord(Family.Type type) {
        return switch (type) {
            case GAUGE -> "gauge";
            case SUMMARY -> "summary";
            case COUNTER, UNTYPED -> "unknown";
        };
    }

    private static byte[] lines(String name, String help, String type) {
        return utf8("# HELP %1$s %2$s\n# TYPE %1$s %3$s\n".formatted(name, help, type));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
