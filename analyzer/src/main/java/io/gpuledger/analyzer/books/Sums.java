package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;

/// Sums up all hours in which entries have changed, each in a transaction of its own: even after a long backlog no
/// statement takes longer than for an hour, and sums that were made before a stop are not made again.
final class Sums {
    private Sums() {}

    static void of(Session session, EntryTables entries) throws DatabaseException {
        for (var hour : entries.unsummed(session)) {
            entries.sum(session, hour);
            session.commit();
        }
    }
}
