package io.gpuledger.exporter.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/// Scrapes over connections that are kept alive, each of which asks anew as soon as it has its answer.
///
/// So the program is always busy, and a stall is counted once a connection, not for each scrape that would have begun
/// in it had the scrapes come on a schedule (coordinated omission). Threads, not an event loop: simple, and the same
/// for all that is measured.
///
/// @param scrapes over all connections
record Load(RawRequest request, int connections, int scrapes) {
    /// How long each scrape took, from its first byte sent to its last one received.
    long[] nanos(int port) {
        var together = new CyclicBarrier(connections);
        try (var threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            var results = new ArrayList<Future<long[]>>();
            Callable<long[]> work = () -> onOneConnection(port, together);
            for (var connection = 0; connection < connections; connection++) {
                results.add(threads.submit(work));
            }
            var all = LongStream.empty();
            for (var result : results) {
                all = LongStream.concat(all, LongStream.of(result.get()));
            }
            return all.toArray();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a scrape failed", e);
        }
    }

    private long[] onOneConnection(int port, CyclicBarrier together) throws Exception {
        var nanos = new long[Math.ceilDiv(scrapes, connections)];
        try (var connection = new RawConnection(port)) {
            together.await();
            for (var scrape = 0; scrape < nanos.length; scrape++) {
                nanos[scrape] = nanos(connection, request);
            }
        }
        return nanos;
    }

    /// How long one scrape takes. Refuses every status but 200.
    static long nanos(RawConnection connection, RawRequest request) throws IOException {
        var begun = System.nanoTime();
        var status = connection.exchange(request).status();
        var took = System.nanoTime() - begun;
        if (status != 200) {
            throw new IOException("status " + status);
        }
        return took;
    }
}
