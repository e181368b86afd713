package io.gpuledger.analyzer.cluster;

import java.util.HashMap;
import java.util.Map;

/// Lets one origin at a time report on a cluster: the first that does. Another takes over once that one has been silent
/// for a while, by the times that origins report. Of times that the first one never reported, others may report as
/// well. It may be used by several threads at once.
public final class PreferredOrigin {
    /// What is told: another one may be heard on the one than on the other.
    public enum About {
        CLUSTER,
        /// Which parts of GPUs were assigned to which pods.
        ASSIGNMENTS
    }

    private record Subject(String cluster, About about) {}

    /// After a silence of this length another origin takes over.
    public static final long PATIENCE_MILLIS = 5 * 60_000;

    /// A time in which an origin reported: from the first of these instants to the last.
    private record Period(long first, long last) {
        Period and(long millis) {
            return new Period(Math.min(first, millis), Math.max(last, millis));
        }

        boolean covers(long millis, long patience) {
            return first <= millis && millis <= last + patience;
        }
    }

    private final Map<Subject, Map<String, Period>> periods = new HashMap<>();

    /// Says whether the report of this origin on the cluster counts, and remembers the report if it does.
    ///
    /// @param millis the instant that it reports
    public synchronized boolean accepts(String cluster, About about, String origin, long millis) {
        var known = periods.computeIfAbsent(new Subject(cluster, about), _ -> new HashMap<>());
        var own = known.getOrDefault(origin, new Period(millis, millis));
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
