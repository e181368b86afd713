package io.gpuledger.exporter.top.source;

import io.gpuledger.exporter.top.page.MetricsPage;

/// Gives the page of now, each time that it is asked.
public interface Source extends AutoCloseable {
    /// Throws [CannotReadException] with what would help.
    MetricsPage page() throws InterruptedException;

    /// Where that is, for people.
    String name();

    @Override
    void close();
}
