package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;

/// A GPU that was ever seen, or a slot: one that was never seen, and that its node should have. Times are in
/// milliseconds since 1970.
///
/// @param ordinal the ordinal of a slot; empty for a GPU that was seen
/// @param units the GPU itself and its instances, by their numbers
/// @param nodes the node that it was on, each from an instant until the next
public record KnownGpu(
        int id,
        UnitId gpu,
        Optional<Integer> ordinal,
        String model,
        long firstSeen,
        long lastSeen,
        Map<Integer, Unit> units,
        NavigableMap<Long, String> nodes) {
    /// The time at which a GPU was last seen is known in steps of this length.
    private static final long STEP = Duration.ofMinutes(15).toMillis();

    /// Returns the node that the GPU is on at an instant. Before it was first seen, that is the node on which it was
    /// seen first.
    public Optional<String> node(long millis) {
        var entry = nodes.floorEntry(millis);
        return Optional.ofNullable(entry == null ? nodes.firstEntry() : entry).map(Map.Entry::getValue);
    }

    /// Returns when the GPU leaves the fleet, if it is not seen again and nothing says that it left before.
    public long leaves() {
        return lastSeen + STEP + Membership.SILENT_MAX;
    }

    /// Whether the GPU had left the fleet by an instant: one that was silent for long enough has. A slot does not
    /// leave.
    public boolean hasLeft(long millis) {
        return ordinal.isEmpty() && leaves() <= millis;
    }

    /// Returns all nodes that the GPU was ever on.
    public Set<String> allNodes() {
        return Set.copyOf(nodes.values());
    }

    /// Returns the node on which the GPU was seen last.
    public Optional<String> lastNode() {
        return Optional.ofNullable(nodes.lastEntry()).map(Map.Entry::getValue);
    }

    static int[] ids(Collection<KnownGpu> gpus) {
        return gpus.stream().mapToInt(KnownGpu::id).toArray();
    }
}
