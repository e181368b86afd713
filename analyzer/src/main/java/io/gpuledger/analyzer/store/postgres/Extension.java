package io.gpuledger.analyzer.store.postgres;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/// An extension of the database, by its name.
record Extension(String name) {
    static final Extension TIMESCALE = new Extension("timescaledb");

    private static final String SCHEMA = """
        select quote_ident(n.nspname)
        from pg_extension e
        join pg_namespace n on n.oid = e.extnamespace
        where e.extname = ? and has_schema_privilege(n.oid, 'usage')
        """;

    private static final Logger LOG = System.getLogger(Extension.class.getName());

    /// Installs it where it is not there. That takes a right that not every owner of a database has, and a server
    /// may list what it gives to nobody: what is refused is said, and taken back alone, so that the transaction
    /// goes on.
    boolean install(Connection connection) throws SQLException {
        var before = connection.setSavepoint();
        try (var statement = connection.createStatement()) {
            statement.execute("create extension if not exists " + name);
            return true;
        } catch (SQLException e) {
            if (Failure.of(e).isPassing()) {
                throw e;
            }
            connection.rollback(before);
            LOG.log(
                    Level.WARNING,
                    "The extension {0} cannot be installed ({1}), and is done without: somebody who may can do so"
                            + " before the tables are made, which keep their kind.",
                    name,
                    Failure.words(e));
            return false;
        }
    }

    /// Returns the schema of its functions, as SQL has it: that one need not be on the search path.
    Optional<String> schema(Session session) throws DatabaseException {
        try {
            return schema(session.connection());
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    Optional<String> schema(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(SCHEMA)) {
            statement.setString(1, name);
            try (var found = statement.executeQuery()) {
                return found.next() ? Optional.of(found.getString(1)) : Optional.empty();
            }
        }
    }
}
