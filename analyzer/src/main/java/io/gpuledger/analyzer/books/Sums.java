package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.postgres.Term;

/// Sums up all hours in which entries have changed, and the days and quarters of days whose hours have not
/// changed since, each in a transaction of its own: even after a long backlog no statement takes long, and sums
/// that were made before a stop are not made again.
final class Sums {
    private Sums() {}

    /// @param term that each of the transactions holds, and the one that is open afterwards
    static void of(Session session, EntryTables entries, Term term) throws DatabaseException {
        for (var hour : entries.unsummed(session)) {
            entries.sum(session, hour);
            session.commit();
            term.hold(session);
        }
        for (var span : entries.unsummedSpans(session)) {
            entries.sum(session, span);
            session.commit();
            term.hold(session);
        }
    }
}
