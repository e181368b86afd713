package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.parse.text.PageReader;
import io.gpuledger.analyzer.scrape.PageMapper.Read;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.source.Collected;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleBuffers;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Pages made rows by the tables of sources, and statements where they are those of kube-state-metrics.
public final class PageMappers {
    /// The consumers of a page are numbered so in its router.
    private static final int UNITS = 0;

    private static final int CLUSTER = 1;

    private final SourceSettings sources;
    private final SampleBuffers buffers;
    private final SampleCounters counters;
    private final StateMetrics states;
    private final TargetPresence presence;
    private final PageLimits limits;
    private final Interner names = new Interner();

    public PageMappers(
            SourceSettings sources,
            SampleBuffers buffers,
            SampleCounters counters,
            StateMetrics states,
            TargetPresence presence,
            int seriesMax) {
        this.sources = sources;
        this.buffers = buffers;
        this.counters = counters;
        this.states = states;
        this.presence = presence;
        this.limits = PageLimits.ofSeries(seriesMax);
    }

    /// Returns a mapper for the pages of one target.
    public PageMapper of(Target target) {
        var url = target.url().toString();
        var scope = sources.ofTarget(url, target.url().host(), target.labels());
        var mapping = new Mapping(sources.catalog(), scope);
        var cluster = states.page(scope);
        var whereabouts = presence.of(target);
        var reader = new PageReader(SeriesRouter.to(mapping, cluster), limits, names);
        return (page, length, contentType, startedMillis) -> buffers.<Read, BadPageException>with(lent -> {
            var samples = reader.read(page, length, PageFormat.of(contentType), lent.samples());
            requireSomething(samples);
            var ofUnits = lent.collector().collect(mapping, samples.of(UNITS), startedMillis);
            counters.count(ofUnits.tally(), samples.ignored());
            var ofCluster = cluster.collect(samples.of(CLUSTER), samples.problems() == 0, startedMillis);
            counters.count(ofCluster.tally(), 0);
            return read(url, samples, ofUnits, ofCluster, whereabouts);
        });
    }

    /// A page of which not one line is a sample is another's, or an error's.
    private static void requireSomething(RoutedSamples samples) throws BadPageException {
        if (samples.size() == 0 && samples.ignored() == 0 && samples.problems() > 0) {
            throw new BadPageException(
                    "nothing on it is a metric: " + problem(samples).orElse(""));
        }
    }

    private static Read read(
            String url,
            RoutedSamples samples,
            Collected ofUnits,
            Collected ofCluster,
            Function<List<Row>, Optional<Statement>> whereabouts) {
        var rows = ofUnits.batches().stream()
                .flatMap(batch -> batch.rows().stream())
                .toList();
        var statements = Stream.concat(
                        Stream.concat(ofUnits.batches().stream(), ofCluster.batches().stream())
                                .flatMap(batch -> batch.statements().stream()),
                        whereabouts.apply(rows).stream())
                .toList();
        return new Read(
                new Batch(url, rows, statements),
                ofUnits.tally().mapped() + ofCluster.tally().mapped(),
                samples.ignored(),
                samples.problems(),
                samples.size(),
                problem(samples).or(() -> ofUnits.tally().example().map(what -> "refused: " + what)));
    }

    private static Optional<String> problem(RoutedSamples samples) {
        return samples.shown().stream()
                .findFirst()
                .map(problem -> "at byte " + problem.position() + ": " + problem.what());
    }
}
