package io.gpuledger.analyzer.store.postgres;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.PGConnection;

/// Who keeps the books of a database holds this lock. It belongs to a session of its own, and ends with it: when this
/// program ends, in whatever way, or is no longer heard of, another gets it.
///
/// A pooler between here and the database may give each transaction another session. A lock would stay with one of
/// them, whoever has that next, and perhaps for good: so none is taken there.
public final class KeepersLock implements AutoCloseable {
    /// What came of asking for it.
    public enum Answer {
        OURS,
        ANOTHER_S,
        /// Nobody can hold it, as there is a pooler.
        NOBODY_S
    }

    private static final String TRY =
            "select pg_try_advisory_lock(hashtext('%s'), hashtext('keeper'))".formatted(Schema.NAME);
    private static final String GIVE_BACK =
            "select pg_advisory_unlock(hashtext('%s'), hashtext('keeper'))".formatted(Schema.NAME);
    private static final String SESSION = "select pg_backend_pid()";

    private record Held(Connection connection, boolean isPooled) {}

    private static final Logger LOG = System.getLogger(KeepersLock.class.getName());

    private final Database database;
    private Optional<Held> session = Optional.empty();
    private boolean isOurs;

    KeepersLock(Database database) {
        this.database = database;
    }

    /// Whether it is ours, still or by now. Throws where the database does not say: then it is not.
    public Answer ask() throws DatabaseException {
        try {
            if (session.isEmpty()) {
                session = Optional.of(opened());
            }
            return ask(session.get());
        } catch (SQLException e) {
            close();
            throw DatabaseException.of(e);
        }
    }

    private Answer ask(Held open) throws SQLException {
        if (open.isPooled()) {
            return Answer.NOBODY_S;
        }
        // Nothing is asked for twice: a lock that was given twice is to be given back twice.
        try (var statement = open.connection().createStatement();
                var results = statement.executeQuery(isOurs ? SESSION : TRY)) {
            results.next();
            isOurs = isOurs || results.getBoolean(1);
        }
        return isOurs ? Answer.OURS : Answer.ANOTHER_S;
    }

    /// A pooler tells the number of no session of the server.
    private Held opened() throws SQLException {
        var connection = database.lasting();
        try (var statement = connection.createStatement();
                var results = statement.executeQuery(SESSION)) {
            results.next();
            var told = connection.unwrap(PGConnection.class).getBackendPID();
            return new Held(connection, told != results.getInt(1));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /// The server ends a session some time after we leave it. Whoever asks when this is closed is to get the lock, so
    /// it is given back before.
    @Override
    public void close() throws DatabaseException {
        var wasOurs = isOurs;
        isOurs = false;
        var ended = session;
        session = Optional.empty();
        if (ended.isPresent()) {
            try (var connection = ended.get().connection()) {
                if (wasOurs) {
                    giveBack(connection);
                }
            } catch (SQLException e) {
                throw DatabaseException.of(e);
            }
        }
    }

    private static void giveBack(Connection connection) {
        try (var statement = connection.createStatement()) {
            statement.execute(GIVE_BACK);
        } catch (SQLException e) {
            // A session that answers no more has ended, or ends when the server sees it: the lock goes with it.
            LOG.log(Level.DEBUG, "the lock of the books goes with its session", e);
        }
    }
}
