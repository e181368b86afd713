package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which hours are settled: those that are over for long enough. But for what nobody has seen of a GPU while its past
/// is coming in: that may be on its way.
///
/// @param until those that end by then are over for long enough
/// @param filling since when the past of GPUs is coming in, by their numbers
/// @param clusters since when that of any of a cluster is: of a GPU that its node should have, nobody knows whose past
///     it is
public record Settling(long until, Map<Integer, Long> filling, Map<String, Long> clusters) {
    public static Settling of(long until, Map<Integer, Long> filling, Collection<KnownGpu> fleet) {
        return new Settling(until, filling, byCluster(filling, fleet));
    }

    /// The earliest of each cluster.
    public static Map<String, Long> byCluster(Map<Integer, Long> since, Collection<KnownGpu> fleet) {
        var clusters = new HashMap<String, Long>();
        for (var gpu : fleet) {
            var its = since.get(gpu.id());
            if (its != null) {
                clusters.merge(gpu.gpu().cluster(), its, Math::min);
            }
        }
        return clusters;
    }

    /// Whether an hour of a GPU is settled.
    ///
    /// @param entries of an hour of the GPU, all of them
    public boolean settles(KnownGpu gpu, List<Entry> entries) {
        var end = entries.getFirst().hour() + Hour.MILLIS;
        return end <= until && !(since(gpu) < end && isAnyUnobserved(entries));
    }

    private long since(KnownGpu gpu) {
        return gpu.ordinal().isPresent()
                ? clusters.getOrDefault(gpu.gpu().cluster(), Long.MAX_VALUE)
                : filling.getOrDefault(gpu.id(), Long.MAX_VALUE);
    }

    private static boolean isAnyUnobserved(List<Entry> entries) {
        return entries.stream().anyMatch(entry -> entry.account().state() == State.UNOBSERVED);
    }
}
