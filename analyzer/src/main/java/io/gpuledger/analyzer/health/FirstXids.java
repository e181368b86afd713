package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.telemetry.Row;
import java.util.List;
import java.util.Set;

/// Says how much of a GPU's past it takes to judge it: a fatal XID may stand for days, and of those that the first of
/// some readings counts nobody knows by these alone since when.
public final class FirstXids {
    private FirstXids() {}

    /// Returns the XIDs that are evidence. To judge a GPU that has counted one of them takes all that was told
    /// of it since.
    public static Set<Integer> fatal() {
        return Xids.BUILT_IN.fatal();
    }

    /// Says whether what was told before these rows matters, because the first XID that they tell of is not
    /// known to be new.
    public static boolean needMore(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> Sickness.latest(row).stream().boxed())
                .findFirst()
                .map(latest -> Xids.BUILT_IN.isFatal(latest.intValue()))
                .orElse(false);
    }

    /// Says whether the first of these rows tells of fatal XIDs.
    public static boolean areTold(List<Row> rows) {
        return needMore(rows.stream().limit(1).toList())
                || rows.stream()
                        .limit(1)
                        .flatMap(row -> row.xids().stream())
                        .anyMatch(told -> Xids.BUILT_IN.isFatal(told.xid()));
    }
}
