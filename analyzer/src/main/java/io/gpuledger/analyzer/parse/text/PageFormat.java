package io.gpuledger.analyzer.parse.text;

import java.util.Locale;

/// The formats that a page may be in. They differ in how they write times, and in that an end is written.
public enum PageFormat {
    /// Prometheus' text format 0.0.4 writes times in milliseconds.
    PROMETHEUS,
    /// OpenMetrics 1.0: times in seconds, exemplars, and `# EOF` at the end.
    OPENMETRICS;

    private static final String OPENMETRICS_TYPE = "application/openmetrics-text";

    /// The one that a Content-Type tells. Targets tell all sorts of things, or nothing, of pages in Prometheus' format:
    /// what is not OpenMetrics is read as that.
    public static PageFormat of(String contentType) {
        var type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals(OPENMETRICS_TYPE) ? OPENMETRICS : PROMETHEUS;
    }
}
