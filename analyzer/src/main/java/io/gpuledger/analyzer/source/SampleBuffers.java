package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.RoutedSamples;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Lends the buffers that reading a page takes: there are as many as pages are read at the same time, and not
/// one for each target.
public final class SampleBuffers {
    /// Holds room for the samples of a page, and for the rows that they become.
    public record Buffers(RoutedSamples samples, Collector collector) {}

    private final ConcurrentLinkedQueue<Buffers> free = new ConcurrentLinkedQueue<>();

    /// Does something with buffers, and may fail.
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T with(Buffers buffers) throws E;
    }

    /// Lends buffers for as long as the work takes. They are lent to others afterwards.
    public <T, E extends Exception> T with(Work<T, E> work) throws E {
        var found = free.poll();
        var buffers = found == null ? new Buffers(new RoutedSamples(), new Collector()) : found;
        try {
            return work.with(buffers);
        } finally {
            free.add(buffers);
        }
    }
}
