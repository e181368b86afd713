package io.gpuledger.analyzer.cluster;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reckons how much a pod needs of a resource at the same time, as the scheduler does.
///
/// Containers run together. Init containers run before them, one after the other, but one that stays (a
/// sidecar) runs on beside all that come after it. With `S(i)` for what the sidecars before the init container
/// `i` request together, it is
///
///     max(containers + all sidecars, max over i of (init(i) + S(i))) + overhead
public final class PodRequests {
    /// An init container, and what it requests.
    ///
    /// @param stays whether it is a sidecar
    public record Init(boolean stays, Map<String, Long> requests) {
        public Init {
            requests = Map.copyOf(requests);
        }
    }

    private PodRequests() {}

    /// Returns how much the pod needs of each resource.
    ///
    /// @param inits the init containers in their order
    /// @param overhead what the pod's runtime class adds
    public static SortedMap<String, Long> of(
            List<Init> inits, List<? extends Map<String, Long>> containers, Map<String, Long> overhead) {
        var most = new TreeMap<String, Long>();
        Map<String, Long> sidecars = Map.of();
        for (var init : inits) {
            var together = sum(sidecars, init.requests());
            together.forEach((resource, amount) -> most.merge(resource, amount, Math::max));
            if (init.stays()) {
                sidecars = together;
            }
        }
        var running = sidecars;
        for (var container : containers) {
            running = sum(running, container);
        }
        running.forEach((resource, amount) -> most.merge(resource, amount, Math::max));
        return sum(most, overhead);
    }

    private static SortedMap<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
        var sum = new TreeMap<>(one);
        other.forEach((resource, amount) -> sum.merge(resource, amount, PodRequests::added));
        return sum;
    }

    /// Amounts may be as large as a number gets: a pod that asks for more than there can be must not seem to
    /// ask for less than nothing.
    private static long added(long one, long other) {
        var sum = one + other;
        return sum < Math.max(one, other) ? Long.MAX_VALUE : sum;
    }
}
