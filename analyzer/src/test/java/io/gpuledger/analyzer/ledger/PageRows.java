package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.parse.text.PageReader;
import io.gpuledger.analyzer.source.Catalog;
import io.gpuledger.analyzer.source.Collector;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.List;

/// Reads the pages of one target as the analyzer does.
public final class PageRows {
    private final Mapping mapping =
            new Mapping(Catalog.of(List.of()), new Scope("here", "target", "scrape", "cluster", List.of()));
    private final PageReader reader = new PageReader(SeriesRouter.to(mapping), PageLimits.USUAL, new Interner());
    private final RoutedSamples samples = new RoutedSamples();
    private final Collector collector = new Collector();

    public List<Row> rows(byte[] page, long millis) {
        return batch(page, millis).rows();
    }

    /// Returns all that the page tells as one: rows, and what runs on its GPUs.
    public Batch batch(byte[] page, long millis) {
        var batches = batches(page, millis);
        return new Batch(
                "scrape",
                batches.stream().flatMap(batch -> batch.rows().stream()).toList(),
                batches.stream().flatMap(batch -> batch.statements().stream()).toList());
    }

    /// Returns the same, by who tells it.
    public List<Batch> batches(byte[] page, long millis) {
        var read = reader.read(page, page.length, PageFormat.PROMETHEUS, samples);
        return collector.collect(mapping, read.of(0), millis).batches();
    }
}
