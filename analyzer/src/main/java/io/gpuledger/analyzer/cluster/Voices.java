package io.gpuledger.analyzer.cluster;

import java.util.HashMap;
import java.util.Map;

/// Who tells of a cluster: at each instant one, the first that does. Another takes over when that one has been silent,
/// by the times that are told; and of times that it never told of, others may. For several threads at once.
public final class Voices {
    /// After which silence another is listened to.
    public static final long PATIENCE_MILLIS = 5 * 60_000;

    /// From when until when somebody told.
    private record Told(long first, long last) {
        Told and(long millis) {
            return new Told(Math.min(first, millis), Math.max(last, millis));
        }

        boolean covers(long millis, long patience) {
            return first <= millis && millis <= last + patience;
        }
    }

    private final Map<String, Map<String, Told>> voices = new HashMap<>();

    /// Whether what this origin tells of the cluster counts.
    ///
    /// @param millis the instant that it tells of
    public synchronized boolean hears(String cluster, String origin, long millis) {
        var known = voices.computeIfAbsent(cluster, _ -> new HashMap<>());
        var own = known.getOrDefault(origin, new Told(millis, millis));
        var goesOn = known.containsKey(origin) && own.covers(millis, PATIENCE_MILLIS);
        var patience = goesOn ? 0 : PATIENCE_MILLIS;
        var isOthers = known.entrySet().stream()
                .anyMatch(other ->
                        !other.getKey().equals(origin) && other.getValue().covers(millis, patience));
        if (!isOthers) {
            known.put(origin, own.and(millis));
        }
        return !isOthers;
    }
}
