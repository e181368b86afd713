package io.gpuledger.analyzer.store.copying;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;

/// A session with each of two databases, in which the same value, and the same type, is written as the same text. That
/// of a type of ours would be short where the role is called as the schema is, as that of the embedded database.
///
/// @param from in which nothing can be changed
record Sessions(Session from, Session into) implements AutoCloseable {
    private static final String SAME_TEXTS = """
        set extra_float_digits = 1;
        set datestyle = 'ISO, YMD';
        set timezone = 'UTC';
        set search_path = pg_catalog;
        set bytea_output = 'hex';
        set statement_timeout = 0;
        set idle_in_transaction_session_timeout = 0
        """;
    private static final String ONLY_LOOKS = "set default_transaction_read_only = on";

    static Sessions of(Database from, Database into) throws DatabaseException {
        var reading = opened(from, SAME_TEXTS, ONLY_LOOKS);
        try {
            return new Sessions(reading, opened(into, SAME_TEXTS));
        } catch (DatabaseException e) {
            reading.close();
            throw e;
        }
    }

    private static Session opened(Database database, String... commands) throws DatabaseException {
        var session = database.session();
        try {
            for (var command : commands) {
                session.execute(command);
            }
            session.commit();
            return session;
        } catch (DatabaseException e) {
            session.close();
            throw e;
        }
    }

    @Override
    public void close() throws DatabaseException {
        try (from;
                into) {
            // Each is closed, whatever becomes of the other.
        }
    }
}
