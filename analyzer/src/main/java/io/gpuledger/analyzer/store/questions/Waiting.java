package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;

/// Whether settled hours wait to be booked again, as something was told of them since: they are not settled then.
sealed interface Waiting {
    String SQL = """
        select count(*), coalesce((extract(epoch from min(since)) * 1000)::bigint, 0),
            coalesce((extract(epoch from max(until)) * 1000)::bigint, 0)
        from gpu_ledger.unbooked
        """;
    /// Of so many GPUs it is quick to look which entries are meant.
    int SOME_MAX = 2_000;

    /// Those of no GPU.
    record None() implements Waiting {}

    /// Those of a few.
    record Some() implements Waiting {}

    /// Those of so many that all hours of the time in which any of theirs lie are taken for them.
    record Many(long since, long until) implements Waiting {}

    static Waiting of(ReadSession enquiry) throws DatabaseException {
        return new Query<>(enquiry.session()).one(SQL, Waiting::of);
    }

    private static Waiting of(ResultRow row) throws DatabaseException {
        var gpus = row.longNumber(1);
        if (gpus == 0) {
            return new None();
        }
        return gpus <= SOME_MAX ? new Some() : new Many(row.longNumber(2), row.longNumber(3));
    }
}
