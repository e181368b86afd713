package io.gpuledger.analyzer.cluster;

import java.util.HashMap;
import java.util.Map;

/// Who tells of a cluster: one at a time, the first that does. Another takes over when that one has been silent, by the
/// times that are told. For several threads at once.
public final class Voices {
    /// After which silence another is listened to.
    public static final long PATIENCE_MILLIS = 5 * 60_000;

    private record Voice(String origin, long lastMillis) {}

    private final Map<String, Voice> voices = new HashMap<>();

    /// Whether what this origin tells of the cluster counts.
    ///
    /// @param millis the instant that it tells of
    public synchronized boolean hears(String cluster, String origin, long millis) {
        var voice = voices.computeIfAbsent(cluster, _ -> new Voice(origin, millis));
        if (voice.origin().equals(origin)) {
            voices.put(cluster, new Voice(origin, Math.max(voice.lastMillis(), millis)));
            return true;
        }
        if (millis <= voice.lastMillis() + PATIENCE_MILLIS) {
            return false;
        }
        voices.put(cluster, new Voice(origin, millis));
        return true;
    }
}
