package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.Slots;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.Workbenches;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;

/// Rows by the tables of sources: one mapping for all senders.
public final class MappedBooks implements Books {
    private final Mapping mapping;
    private final Workbenches workbenches;
    private final SampleCounters counters;

    public MappedBooks(Mapping mapping, Workbenches workbenches, SampleCounters counters) {
        this.mapping = mapping;
        this.workbenches = workbenches;
        this.counters = counters;
    }

    @Override
    public Slots slots() {
        return mapping;
    }

    @Override
    public List<Batch> batches(Samples samples, long receivedMillis) {
        return workbenches.with(bench -> {
            var collected = bench.collector().collect(mapping, samples, receivedMillis);
            counters.count(collected.tally(), samples.ignored());
            return collected.batches();
        });
    }
}
