package io.gpuledger.analyzer.store.samples;

import java.util.HashMap;
import java.util.Map;

/// By number of the unit, the newest instant that was written over a connection. What is newer is not there yet, as far
/// as is known; of a unit that nothing was written of, or not for a day, the first portion may be there, from before.
final class Latest {
    private static final long DAY_MILLIS = 24 * 3_600_000L;

    private final Map<Integer, Long> instants = new HashMap<>();
    private long newest = Long.MIN_VALUE;
    private long today = Long.MIN_VALUE;

    boolean isFresh(Fact fact) {
        var known = instants.get(fact.unit());
        return known != null && known < fact.millis();
    }

    void remember(Facts facts) {
        facts.samples().forEach(this::remember);
        facts.holdings().forEach(this::remember);
        facts.xids().forEach(this::remember);
        var day = Math.floorDiv(newest, DAY_MILLIS);
        if (day > today) {
            today = day;
            instants.values().removeIf(millis -> millis < (day - 1) * DAY_MILLIS);
        }
    }

    private void remember(Fact fact) {
        instants.merge(fact.unit(), fact.millis(), Math::max);
        newest = Math.max(newest, fact.millis());
    }
}
