package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.cluster.statemetrics.StateCollector;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleBuffers;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;
import java.util.stream.Stream;

/// Makes rows by the tables of sources, and statements of the series of kube-state-metrics. All senders share one.
public final class SourceRowMapper implements RowMapper {
    /// The consumers of a request are numbered so in its router.
    private static final int UNITS = 0;

    private static final int CLUSTER = 1;

    private final SampleBuffers buffers;
    private final SampleCounters counters;
    private final Mapping mapping;
    private final StateCollector states;
    private final SeriesRouter router;

    public SourceRowMapper(
            SourceSettings sources, SampleBuffers buffers, SampleCounters counters, StateMetrics states) {
        this.buffers = buffers;
        this.counters = counters;
        this.mapping = new Mapping(sources.catalog(), sources.ofSenders());
        this.states = states.sent(sources.ofSenders());
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
