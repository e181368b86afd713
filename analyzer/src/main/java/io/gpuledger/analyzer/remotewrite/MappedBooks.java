package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.Slots;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.source.Workbenches;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;

/// Rows by the tables of sources: one mapping for all senders.
public final class MappedBooks implements Books {
    private final SourceSettings sources;
    private final Workbenches workbenches;
    private final SampleCounters counters;

    public MappedBooks(SourceSettings sources, Workbenches workbenches, SampleCounters counters) {
        this.sources = sources;
        this.workbenches = workbenches;
        this.counters = counters;
    }

    @Override
    public Book begin() {
        return new MappedBook(new Mapping(sources.catalog(), sources.ofSenders()));
    }

    private final class MappedBook implements Book {
        private final Mapping mapping;

        MappedBook(Mapping mapping) {
            this.mapping = mapping;
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
}
