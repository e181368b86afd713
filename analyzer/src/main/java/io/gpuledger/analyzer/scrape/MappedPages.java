package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.cluster.statemetrics.StateBook;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.parse.Fork;
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
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Pages made rows by the tables of sources, and statements where they are those of kube-state-metrics.
public final class MappedPages {
    private final SourceSettings sources;
    private final Workbenches workbenches;
    private final SampleCounters counters;
    private final StateMetrics states;
    private final Attendance attendance;
    private final PageLimits limits;
    private final Interner names = new Interner();

    public MappedPages(
            SourceSettings sources,
            Workbenches workbenches,
            SampleCounters counters,
            StateMetrics states,
            Attendance attendance,
            int seriesMax) {
        this.sources = sources;
        this.workbenches = workbenches;
        this.counters = counters;
        this.states = states;
        this.attendance = attendance;
        this.limits = PageLimits.ofSeries(seriesMax);
    }

    /// Of one target.
    public PageReader of(Target target) {
        var url = target.url().toString();
        var scope = sources.ofTarget(url, target.url().host(), target.labels());
        var mapping = new Mapping(sources.catalog(), scope);
        var book = states.page(scope);
        var whereabouts = attendance.of(target);
        var reader = new io.gpuledger.analyzer.parse.text.PageReader(new Fork(mapping, book), limits, names);
        return (page, length, contentType, startedMillis) -> workbenches.<Read, BadPageException>with(bench -> {
            var samples = reader.read(page, length, PageFormat.of(contentType), bench.samples());
            requireSomething(samples);
            var collected = bench.collector().collect(mapping, samples, startedMillis);
            counters.count(collected.tally(), samples.ignored());
            var told = book.collect(samples, startedMillis);
            counters.count(told.tally(), 0);
            return read(url, samples, collected, told, whereabouts);
        });
    }

    /// A page of which not one line is a sample is another's, or an error's.
    private static void requireSomething(Samples samples) throws BadPageException {
        if (samples.size() == 0 && samples.ignored() == 0 && samples.problems() > 0) {
            throw new BadPageException(
                    "nothing on it is a metric: " + problem(samples).orElse(""));
        }
    }

    private static Read read(
            String url,
            Samples samples,
            Collected collected,
            StateBook.Told told,
            Function<List<Row>, Optional<Statement>> whereabouts) {
        var rows = collected.batches().stream()
                .flatMap(batch -> batch.rows().stream())
                .toList();
        var statements = Stream.concat(
                        told.batches().stream().flatMap(batch -> batch.statements().stream()),
                        whereabouts.apply(rows).stream())
                .toList();
        return new Read(
                new Batch(url, rows, statements),
                collected.tally().mapped() + told.tally().mapped(),
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
