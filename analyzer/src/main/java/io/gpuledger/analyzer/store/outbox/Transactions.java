package io.gpuledger.analyzer.store.outbox;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;

/// Work that is committed as a whole.
final class Transactions {
    @FunctionalInterface
    interface Work<T> {
        T in(Session session) throws DatabaseException;
    }

    static final String INSTANT = "'epoch'::timestamptz + ? * interval '1 ms'";

    private final Database database;

    Transactions(Database database) {
        this.database = database;
    }

    <T> T commit(Work<T> work) throws DatabaseException {
        try (var session = database.session()) {
            var result = work.in(session);
            session.commit();
            return result;
        }
    }

    /// Returns milliseconds since 1970 of a column.
    static String millis(String column) {
        return "(extract(epoch from " + column + ") * 1000)::bigint";
    }
}
