package io.gpuledger.analyzer.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/// A connection of the pool for one piece of work, without automatic commit. What is not committed when it is closed is
/// rolled back, and the pool has the connection again.
public final class Session implements AutoCloseable {
    private final Connection connection;

    Session(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /// Sends a command that takes no parameters, and whose answer nobody reads. It is planned anew each time, which a
    /// [Query] that is sent often is not.
    public void execute(String sql) throws DatabaseException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    public void commit() throws DatabaseException {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    public void rollback() throws DatabaseException {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Rolls back because of a failure, which is what the caller throws then: that this failed too is added to it.
    public void rollback(DatabaseException because) {
        try {
            rollback();
        } catch (DatabaseException e) {
            because.addSuppressed(e);
        }
    }

    @Override
    public void close() throws DatabaseException {
        try (connection) {
            connection.rollback();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }
}
