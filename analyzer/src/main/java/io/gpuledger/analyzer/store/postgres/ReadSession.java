package io.gpuledger.analyzer.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;

/// A question that is being answered, by one statement or several in one transaction. They share its time.
public final class ReadSession {
    private final Connection connection;
    private final long asked;
    private final Duration patience;

    private ReadSession(Connection connection, long asked, Duration patience) {
        this.connection = connection;
        this.asked = asked;
        this.patience = patience;
    }

    /// All that is asked is of the same instant.
    ///
    /// @param asked by [System#nanoTime], when its time began
    static ReadSession begin(Connection connection, long asked, Duration patience) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("set transaction isolation level repeatable read, read only");
        }
        return new ReadSession(connection, asked, patience);
    }

    /// For the next statement, which has no more time than is left.
    public Connection connection() throws SQLException {
        var left = requireTime();
        try (var statement = connection.createStatement()) {
            statement.execute("set local statement_timeout = " + left);
        }
        return connection;
    }

    /// Has each statement planned for what it asks for: a plan that is good for any team and any time does not know how
    /// little of all a team's week is.
    public ReadSession planningEach() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("set local plan_cache_mode = force_custom_plan");
        }
        return this;
    }

    /// In milliseconds what is left, which is some. The database begins anew for each portion of a
    /// statement's rows, so who reads many asks here too.
    public long requireTime() throws SQLException {
        var left = patience.minusNanos(System.nanoTime() - asked).toMillis();
        if (left <= 0) {
            throw new SQLTimeoutException("no time is left", Failure.TIMEOUT_STATE);
        }
        return left;
    }
}
