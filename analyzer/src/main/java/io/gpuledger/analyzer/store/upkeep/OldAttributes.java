package io.gpuledger.analyzer.store.upkeep;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;

/// Forgets what units were before the oldest sample that is kept. Nothing is committed.
final class OldAttributes {
    private static final String DELETE_OLD = """
        delete from gpu_ledger.unit_attribute old
        where since < 'epoch'::timestamptz + ? * interval '1 ms' and exists (
            select from gpu_ledger.unit_attribute newer
            where newer.unit_id = old.unit_id and newer.name = old.name and newer.since > old.since
                and newer.since < 'epoch'::timestamptz + ? * interval '1 ms'
        )
        """;
    private static final String UPDATE_OLD = """
        update gpu_ledger.unit_attribute set since = '-infinity'
        where isfinite(since) and since < 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final String DELETE_ONLY = """
        delete from gpu_ledger.unit_attribute old
        where not isfinite(since) and not exists (
            select from gpu_ledger.unit_attribute newer
            where newer.unit_id = old.unit_id and newer.name = old.name and newer.since > old.since
        )
        """;

    private OldAttributes() {}

    /// Keeps what was so at an instant as if it had always been so.
    ///
    /// @param before milliseconds since 1970
    static void forget(Session session, long before) throws DatabaseException {
        new Query<>(session).number(before).number(before).execute(DELETE_OLD);
        new Query<>(session).number(before).execute(UPDATE_OLD);
        new Query<>(session).execute(DELETE_ONLY);
    }
}
