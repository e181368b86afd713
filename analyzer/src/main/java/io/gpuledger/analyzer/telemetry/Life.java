package io.gpuledger.analyzer.telemetry;

/// Tells one life of an exporter from the next, in which it counts from zero again: its counters have gone back, or it
/// says that it started at another time.
///
/// The latter alone is not enough. Who started after a reading cannot have seen more than the time since: where it says
/// so all the same, somebody has set its clock.
public final class Life {
    /// A page is up to so much older than its scrape.
    public static final long AGE_MILLIS = 2_000;

    private Life() {}

    /// Whether a reading is of another life than one before it; where it does not tell what was observed, it is not.
    public static boolean isNew(Row before, Row now) {
        if ((now.values().said() & Field.OBSERVED_SECONDS.bit()) == 0) {
            return false;
        }
        var observed = now.values().or(Field.OBSERVED_SECONDS, 0);
        var since = (now.millis() - before.millis() + AGE_MILLIS) / 1000.0;
        return observed < before.values().or(Field.OBSERVED_SECONDS, 0)
                || (observed <= since && isOfOtherStart(before, now));
    }

    private static boolean isOfOtherStart(Row before, Row now) {
        var one = before.values().get(Field.STARTED_SECONDS);
        var other = now.values().get(Field.STARTED_SECONDS);
        return one.isPresent() && other.isPresent() && !Start.isSame(one.getAsDouble(), other.getAsDouble());
    }
}
