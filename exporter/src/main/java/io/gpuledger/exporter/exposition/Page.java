package io.gpuledger.exporter.exposition;

import java.util.Optional;

/// What a scrape gets: rendered once, copied often. The arrays are never written again.
public final class Page {
    /// The ways in which Prometheus reads a page. The series are the same.
    public enum Format {
        /// https://prometheus.io/docs/instrumenting/exposition_formats/
        TEXT("text/plain; version=0.0.4; charset=utf-8"),
        /// https://prometheus.io/docs/specs/om/open_metrics_spec/
        OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

        private final String contentType;

        Format(String contentType) {
            this.contentType = contentType;
        }

        public String contentType() {
            return contentType;
        }
    }

    private final Body text;
    private final Body openMetrics;

    Page(byte[] text, byte[] openMetrics, Gzip gzip) {
        this.text = new Body(text, gzip);
        this.openMetrics = new Body(openMetrics, gzip);
    }

    public byte[] plain(Format format) {
        return body(format).plain;
    }

    /// The same, compressed when somebody first asks: most pages are never read, and compressing one costs more than
    /// all else that is done for it.
    public byte[] gzip(Format format) {
        return body(format).gzip();
    }

    private Body body(Format format) {
        return switch (format) {
            case TEXT -> text;
            case OPEN_METRICS -> openMetrics;
        };
    }

    private static final class Body {
        private final byte[] plain;
        private final Gzip gzip;
        private Optional<byte[]> compressed = Optional.empty();

        Body(byte[] plain, Gzip gzip) {
            this.plain = plain;
            this.gzip = gzip;
        }

        synchronized byte[] gzip() {
            if (compressed.isEmpty()) {
                compressed = Optional.of(gzip.compress(plain));
            }
            return compressed.get();
        }
    }
}
