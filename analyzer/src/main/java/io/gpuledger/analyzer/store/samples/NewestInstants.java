package io.gpuledger.analyzer.store.samples;

import java.util.HashMap;
import java.util.Map;

/// Knows the newest instant of each unit that was written over a connection. What is newer is not in the database yet.
/// Of a unit that nothing was written of, or not for a day, the first portion may be there from before.
final class NewestInstants {
    private static final long DAY_MILLIS = 24 * 3_600_000L;

    private final Map<Integer, Long> instants = new HashMap<>();
    private long newest = Long.MIN_VALUE;
    private long today = Long.MIN_VALUE;

    boolean isFresh(TableRow row) {
        var known = instants.get(row.unit());
        return known != null && known < row.millis();
    }

    void remember(TableRows rows) {
        rows.samples().forEach(this::remember);
        rows.holdings().forEach(this::remember);
        rows.xids().forEach(this::remember);
        var day = Math.floorDiv(newest, DAY_MILLIS);
        if (day > today) {
            today = day;
            instants.values().removeIf(millis -> millis < (day - 1) * DAY_MILLIS);
        }
    }

    private void remember(TableRow row) {
        instants.merge(row.unit(), row.millis(), Math::max);
        newest = Math.max(newest, row.millis());
    }
}
