package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;

/// Sums up all hours of which entries have changed, each in a transaction of its own: of a long backlog no statement
/// takes longer than of an hour, and what was summed up before a stop need not be again.
final class Sums {
    private Sums() {}

    static void of(Session session, EntryTables entries) throws DatabaseException {
        for (var hour : entries.unsummed(session)) {
            entries.sum(session, hour);
            session.commit();
        }
    }
}
