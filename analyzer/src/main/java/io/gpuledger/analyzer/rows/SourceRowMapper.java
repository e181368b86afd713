package io.gpuledger.analyzer.rows;

import io.gpuledger.analyzer.cluster.statemetrics.StateCollector;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleBuffers;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;
import java.util.stream.Stream;

/// Makes rows by the tables of sources, and statements of the series of kube-state-metrics.
public final class SourceRowMapper implements RowMapper {
    /// The consumers of samples are numbered so in the router.
    private static final int UNITS = 0;

    private static final int CLUSTER = 1;

    private final SampleBuffers buffers;
    private final SampleCounters counters;
    private final Mapping mapping;
    private final StateCollector states;
    private final SeriesRouter router;

    /// @param scope says what is so of all series that do not say it themselves
    /// @param states takes the series of kube-state-metrics
    public SourceRowMapper(
            SourceSettings sources,
            Scope scope,
            SampleBuffers buffers,
            SampleCounters counters,
            StateCollector states) {
        this.buffers = buffers;
        this.counters = counters;
        this.mapping = new Mapping(sources.catalog(), scope);
        this.states = states;
        this.router = SeriesRouter.to(mapping, this.states);
    }

    @Override
    public SeriesRouter router() {
        return router;
    }

    @Override
    public List<Batch> batches(RoutedSamples samples, long receivedMillis) {
        return buffers.with(lent -> {
            var ofUnits = lent.collector().collect(mapping, samples.of(UNITS), receivedMillis);
            counters.count(ofUnits.tally(), samples.ignored());
            var ofCluster = states.collect(samples.of(CLUSTER), samples.problems() == 0, receivedMillis);
            counters.count(ofCluster.tally(), 0);
            return Stream.concat(ofUnits.batches().stream(), ofCluster.batches().stream())
                    .toList();
        });
    }
}
