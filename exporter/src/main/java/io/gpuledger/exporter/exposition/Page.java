package io.gpuledger.exporter.exposition;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// What a scrape gets: rendered once, copied often. The arrays are never written again.
///
/// The samples of all formats are the same, and stand here once; those that do not change are shared with the page
/// before. What is between them in a format, and its compression, is made when somebody first asks for it: most pages
/// are never read, and compressing one costs more than all else that is done for it.
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

        private byte[] head(Head head) {
            return switch (this) {
                case TEXT -> head.text();
                case OPEN_METRICS -> head.openMetrics();
            };
        }

        private String end() {
            return switch (this) {
                case TEXT -> "";
                case OPEN_METRICS -> "# EOF\n";
            };
        }
    }

    /// A family's samples, which stand among those of others.
    record Section(Head head, ByteBuffer samples) {
        Section {
            samples = samples.asReadOnlyBuffer();
        }
    }

    private final List<Section> sections;
    private final Gzip gzip;
    private final Body text = new Body(Format.TEXT);
    private final Body openMetrics = new Body(Format.OPEN_METRICS);

    Page(List<Section> sections, Gzip gzip) {
        this.sections = List.copyOf(sections);
        this.gzip = gzip;
    }

    public byte[] plain(Format format) {
        return body(format).plain();
    }

    public byte[] gzip(Format format) {
        return body(format).gzip();
    }

    private Body body(Format format) {
        return switch (format) {
            case TEXT -> text;
            case OPEN_METRICS -> openMetrics;
        };
    }

    private final class Body {
        private final Format format;
        private Optional<byte[]> plain = Optional.empty();
        private Optional<byte[]> compressed = Optional.empty();

        Body(Format format) {
            this.format = format;
        }

        synchronized byte[] plain() {
            if (plain.isEmpty()) {
                plain = Optional.of(written());
            }
            return plain.get();
        }

        synchronized byte[] gzip() {
            if (compressed.isEmpty()) {
                compressed = Optional.of(gzip.compress(plain()));
            }
            return compressed.get();
        }

        private byte[] written() {
            var end = format.end().getBytes(StandardCharsets.US_ASCII);
            var length = sections.stream()
                    .mapToInt(section -> format.head(section.head()).length
                            + section.samples().remaining())
                    .sum();
            var page = ByteBuffer.allocate(length + end.length);
            for (var section : sections) {
                page.put(format.head(section.head())).put(section.samples().duplicate());
            }
            return page.put(end).array();
        }
    }
}
