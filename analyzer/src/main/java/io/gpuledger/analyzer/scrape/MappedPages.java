package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.source.Workbenches;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;

/// Pages made rows by the tables of sources.
public final class MappedPages {
    private final SourceSettings sources;
    private final Workbenches workbenches;
    private final SampleCounters counters;
    private final Interner names = new Interner();

    public MappedPages(SourceSettings sources, Workbenches workbenches, SampleCounters counters) {
        this.sources = sources;
        this.workbenches = workbenches;
        this.counters = counters;
    }

    /// Of one target.
    public PageReader of(Target target) {
        var url = target.url().toString();
        var mapping = new Mapping(
                sources.catalog(), sources.ofTarget(url, target.url().host(), target.labels()));
        var reader = new io.gpuledger.analyzer.parse.text.PageReader(mapping, PageLimits.USUAL, names);
        return (page, length, contentType, startedMillis) -> workbenches.with(bench -> {
            var samples = reader.read(page, length, PageFormat.of(contentType), bench.samples());
            var collected = bench.collector().collect(mapping, samples, startedMillis);
            counters.count(collected.tally(), samples.ignored());
            var batch = collected.batches().isEmpty()
                    ? new Batch(url, List.of())
                    : collected.batches().getFirst();
            return new PageReader.Read(
                    batch, collected.tally().mapped(), samples.ignored(), samples.problems(), samples.size());
        });
    }
}
