package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Samples;
import java.util.concurrent.ConcurrentLinkedQueue;

/// What reading a page takes, lent to who reads one: as many as are read at the same time, and not one for each target.
public final class Workbenches {
    /// Room for samples, and for what becomes of them.
    public record Workbench(Samples samples, Collector collector) {}

    private final ConcurrentLinkedQueue<Workbench> free = new ConcurrentLinkedQueue<>();

    /// What is done at one, and may fail.
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T at(Workbench bench) throws E;
    }

    /// Whatever is done with one: it is somebody else's afterwards.
    public <T, E extends Exception> T with(Work<T, E> work) throws E {
        var found = free.poll();
        var bench = found == null ? new Workbench(new Samples(), new Collector()) : found;
        try {
            return work.at(bench);
        } finally {
            free.add(bench);
        }
    }
}
