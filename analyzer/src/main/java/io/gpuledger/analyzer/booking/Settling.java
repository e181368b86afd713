package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Decides which hours are settled: those that have been over for long enough, except those of which something was not
/// observed while the past of the GPU is coming in, as it may still be on its way.
///
/// @param until hours that end by then have been over for long enough
/// @param filling of each GPU whose past is coming in, by its number, the earliest time of which something has come in
/// @param clusters the earliest of these times of each cluster; it counts for slots, as nobody knows which GPU's past
///     would fill one
public record Settling(long until, Map<Integer, Long> filling, Map<String, Long> clusters) {
    public static Settling of(long until, Map<Integer, Long> filling, Collection<KnownGpu> fleet) {
        return new Settling(until, filling, byCluster(filling, fleet));
    }

    /// Returns the earliest of the times in each cluster.
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

    /// Whether the hour of these entries is settled.
    ///
    /// @param entries all entries of the GPU in one hour
    boolean settles(KnownGpu gpu, List<Entry> entries) {
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
