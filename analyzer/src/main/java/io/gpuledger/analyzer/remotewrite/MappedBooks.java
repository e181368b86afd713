package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.cluster.statemetrics.StateBook;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.parse.Fork;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.Slots;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.source.Workbenches;
import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;
import java.util.stream.Stream;

/// Rows by the tables of sources: one mapping for all senders.
public final class MappedBooks implements Books {
    private final SourceSettings sources;
    private final Workbenches workbenches;
    private final SampleCounters counters;
    private final StateMetrics states;

    public MappedBooks(SourceSettings sources, Workbenches workbenches, SampleCounters counters, StateMetrics states) {
        this.sources = sources;
        this.workbenches = workbenches;
        this.counters = counters;
        this.states = states;
    }

    @Override
    public Book begin() {
        return new MappedBook(new Mapping(sources.catalog(), sources.ofSenders()), states.sent(sources.ofSenders()));
    }

    private final class MappedBook implements Book {
        private final Mapping mapping;
        private final StateBook book;
        private final Slots slots;

        MappedBook(Mapping mapping, StateBook book) {
            this.mapping = mapping;
            this.book = book;
            this.slots = new Fork(mapping, book);
        }

        @Override
        public Slots slots() {
            return slots;
        }

        @Override
        public List<Batch> batches(Samples samples, long receivedMillis) {
            return workbenches.with(bench -> {
                var collected = bench.collector().collect(mapping, samples, receivedMillis);
                counters.count(collected.tally(), samples.ignored());
                var told = book.collect(samples, receivedMillis);
                counters.count(told.tally(), 0);
                return Stream.concat(collected.batches().stream(), told.batches().stream())
                        .toList();
            });
        }
    }
}
