package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;

/// Says whether settled hours wait to be booked again, as something was told of them since. They do not count as
/// settled then.
sealed interface UnbookedHours {
    String SQL = """
        select count(*), coalesce((extract(epoch from min(since)) * 1000)::bigint, 0),
            coalesce((extract(epoch from max(until)) * 1000)::bigint, 0)
        from gpu_ledger.unbooked
        """;
    /// Up to so many GPUs it is quick to look which entries are meant.
    int SOME_MAX = 2_000;

    /// No hours of any GPU wait.
    record None() implements UnbookedHours {}

    /// Hours of a few GPUs wait.
    record Some() implements UnbookedHours {}

    /// Hours of so many GPUs wait that all hours of the time in which any of theirs lie are taken for them.
    record Many(long since, long until) implements UnbookedHours {}

    static UnbookedHours of(ReadSession reading) throws DatabaseException {
        return new Query<>(reading.session()).one(SQL, UnbookedHours::of);
    }

    private static UnbookedHours of(ResultRow row) throws DatabaseException {
        var gpus = row.longNumber(1);
        if (gpus == 0) {
            return new None();
        }
        return gpus <= SOME_MAX ? new Some() : new Many(row.longNumber(2), row.longNumber(3));
    }
}
