package io.gpuledger.analyzer.store.preference;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Tells of takeovers: when an origin falls silent, those of its units follow each other for as long as an interval
/// takes, and are told of together.
final class Takeovers {
    private static final System.Logger LOG = System.getLogger(Takeovers.class.getName());
    private static final long TOGETHER_MILLIS = Duration.ofMinutes(1).toMillis();
    /// Where every node is an origin, many may fall silent at once.
    private static final int TOLD_MAX = 10;

    private record Pair(String from, String to) {}

    private final Map<Pair, Integer> units = new HashMap<>();
    private volatile long dueMillis = Long.MAX_VALUE;

    synchronized void add(String from, String to, int howMany, long nowMillis) {
        if (units.isEmpty()) {
            dueMillis = nowMillis + TOGETHER_MILLIS;
        }
        units.merge(new Pair(from, to), howMany, Integer::sum);
    }

    void tellWhenDue(long nowMillis) {
        if (nowMillis >= dueMillis) {
            tell();
        }
    }

    private synchronized void tell() {
        dueMillis = Long.MAX_VALUE;
        units.entrySet().stream()
                .limit(TOLD_MAX)
                .forEach(entry -> LOG.log(
                        Level.INFO,
                        "{0} units are heard of from {1} now, as {2} tells nothing of them any more",
                        entry.getValue(),
                        entry.getKey().to(),
                        entry.getKey().from()));
        if (units.size() > TOLD_MAX) {
            LOG.log(Level.INFO, "and so it went with {0} more pairs of origins", units.size() - TOLD_MAX);
        }
        units.clear();
    }
}
