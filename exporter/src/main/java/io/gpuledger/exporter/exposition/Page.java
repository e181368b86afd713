package io.gpuledger.exporter.exposition;

/// What a scrape gets: rendered once, copied often. The arrays are never written again.
public final class Page {
    /// Prometheus' text format.
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final byte[] plain;
    private final byte[] gzip;

    Page(byte[] plain, byte[] gzip) {
        this.plain = plain;
        this.gzip = gzip;
    }

    public byte[] plain() {
        return plain;
    }

    /// The same, compressed.
    public byte[] gzip() {
        return gzip;
    }
}
