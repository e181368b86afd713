package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Span;
import java.util.List;

/// The hours that the books have come to the end of. An hour that is not in the books yet has no entries that could say
/// that they may change; nor do the sums of an hour whose entries were replaced a moment ago.
///
/// @param until when the last of them ends
/// @param unsummed when those hours begin whose entries are not summed up yet
record SettledHours(long until, List<Long> unsummed) {
    private static final String UNTIL =
            "select coalesce((extract(epoch from max(until)) * 1000)::bigint, 0) from gpu_ledger.booked";
    private static final String UNSUMMED = """
        select (extract(epoch from hour) * 1000)::bigint from gpu_ledger.unsummed
        where hour >= to_timestamp(? / 1000.0) and hour < to_timestamp(? / 1000.0)
        """;

    static SettledHours of(ReadSession reading, Span window) throws DatabaseException {
        return new SettledHours(
                new Query<>(reading.session()).one(UNTIL, row -> row.longNumber(1)),
                new Query<>(reading.session())
                        .number(window.from())
                        .number(window.to())
                        .list(UNSUMMED, row -> row.longNumber(1)));
    }

    /// Whether they are all hours of that time.
    boolean cover(Span window) {
        return window.to() <= until && unsummed.stream().noneMatch(window::contains);
    }
}
