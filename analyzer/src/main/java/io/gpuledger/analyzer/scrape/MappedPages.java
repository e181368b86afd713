package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.scrape.PageReader.Read;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.source.Collected;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.source.Workbenches;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;
import java.util.Optional;

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
        return (page, length, contentType, startedMillis) -> workbenches.<Read, BadPageException>with(bench -> {
            var samples = reader.read(page, length, PageFormat.of(contentType), bench.samples());
            requireSomething(samples);
            var collected = bench.collector().collect(mapping, samples, startedMillis);
            counters.count(collected.tally(), samples.ignored());
            return read(url, samples, collected);
        });
    }

    /// A page of which not one line is a sample is another's, or an error's.
    private static void requireSomething(Samples samples) throws BadPageException {
        if (samples.size() == 0 && samples.ignored() == 0 && samples.problems() > 0) {
            throw new BadPageException(
                    "nothing on it is a metric: " + problem(samples).orElse(""));
        }
    }

    private static Read read(String url, Samples samples, Collected collected) {
        var batch = collected.batches().isEmpty()
                ? new Batch(url, List.of())
                : collected.batches().getFirst();
        return new Read(
                batch,
                collected.tally().mapped(),
                samples.ignored(),
                samples.problems(),
                samples.size(),
                problem(samples).or(() -> collected.tally().example().map(what -> "refused: " + what)));
    }

    private static Optional<String> problem(Samples samples) {
        return samples.shown().stream()
                .findFirst()
                .map(problem -> "at byte " + problem.position() + ": " + problem.what());
    }
}
