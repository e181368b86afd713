package io.gpuledger.analyzer.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Where questions are asked: a few at a time, so that connections are left for those who write, and none for longer
/// than somebody waits for an answer.
final class Enquiries {
    private static final int AT_ONCE = 2;
    private static final Duration QUEUE = Duration.ofSeconds(5);

    @FunctionalInterface
    interface Ask<T> {
        T answer(Connection connection) throws SQLException;
    }

    private final Database database;
    private final Duration patience;
    private final Semaphore free = new Semaphore(AT_ONCE, true);

    Enquiries(Database database, Duration patience) {
        this.database = database;
        this.patience = patience;
    }

    /// Throws [CannotAskException].
    <T> T ask(Ask<T> question) {
        try {
            if (!free.tryAcquire(QUEUE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw CannotAskException.busy(QUEUE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw CannotAskException.busy(QUEUE);
        }
        try {
            return askNow(question);
        } catch (SQLException e) {
            throw CannotAskException.of(e, patience);
        } finally {
            free.release();
        }
    }

    private <T> T askNow(Ask<T> question) throws SQLException {
        try (var connection = database.connection()) {
            try {
                begin(connection);
                return question.answer(connection);
            } finally {
                connection.rollback();
            }
        }
    }

    /// All that is asked in one transaction is of the same instant.
    private void begin(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("set transaction isolation level repeatable read, read only");
            statement.execute("set local statement_timeout = " + patience.toMillis());
        }
    }
}
