package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;

/// A GPU that was ever told of; or one that nobody told of, and that its node should have. Times are in milliseconds
/// since 1970.
///
/// @param ordinal of one that nobody told of
/// @param units itself and its instances, by their numbers
/// @param nodes where it was, each from an instant until the next
public record KnownGpu(
        int id,
        UnitId gpu,
        Optional<Integer> ordinal,
        String model,
        long firstSeen,
        long lastSeen,
        Map<Integer, Unit> units,
        NavigableMap<Long, String> nodes) {
    /// In such steps it is known when it was last told of.
    private static final long STEP = Duration.ofMinutes(15).toMillis();

    /// Where it is at an instant; before it was told of, where it was first.
    public Optional<String> node(long millis) {
        var entry = nodes.floorEntry(millis);
        return Optional.ofNullable(entry == null ? nodes.firstEntry() : entry).map(Map.Entry::getValue);
    }

    /// When it has left the fleet, if it is not told of again and nothing says that it left before.
    public long leaves() {
        return lastSeen + STEP + Membership.SILENT_MAX;
    }

    /// Where it ever was.
    public Set<String> allNodes() {
        return Set.copyOf(nodes.values());
    }

    /// As things stand.
    public Optional<String> lastNode() {
        return Optional.ofNullable(nodes.lastEntry()).map(Map.Entry::getValue);
    }

    static int[] ids(Collection<KnownGpu> gpus) {
        return gpus.stream().mapToInt(KnownGpu::id).toArray();
    }
}
