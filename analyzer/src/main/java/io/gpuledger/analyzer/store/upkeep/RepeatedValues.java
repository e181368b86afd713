package io.gpuledger.analyzer.store.upkeep;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;

/// Removes what was told of an object and says no more than what was told before it. There is some of that where a
/// past was read from the newest week back, at the begin of each week. While one is read it is not to go: what is told
/// of the weeks before may still come in between. Nothing is committed.
final class RepeatedValues {
    private static final String DELETE = """
        delete from gpu_ledger.attribute old
        using (
            select object_id, name, since, value, lag(value) over told as before, row_number() over told as place
            from gpu_ledger.attribute
            window told as (partition by object_id, name order by since)
        ) told
        where told.place > 1 and told.value is not distinct from told.before
            and old.object_id = told.object_id and old.name = told.name and old.since = told.since
        """;

    private RepeatedValues() {}

    static void remove(Session session) throws DatabaseException {
        new Query<>(session).execute(DELETE);
    }
}
