package io.gpuledger.analyzer.store.postgres;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Who keeps the books of a database holds this lock. It belongs to a session of its own, and ends with it: when this
/// program ends, in whatever way, or is not heard of for a while, another gets it. So that it is heard of whatever else
/// it does, a thread of its own asks every few seconds. Whoever gets the lock begins a [Term], as the one that had it
/// may go on later, such as after its machine stood still.
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
    private static final String GIVE_BACK = "select pg_advisory_unlock_all()";
    private static final String SESSION = "select pg_backend_pid()";

    private static final Duration ASK = Duration.ofSeconds(3);
    /// The server ends a session that says nothing for so long.
    private static final Duration SILENCE_MAX = Duration.ofSeconds(15);

    /// @param end is counted down when the session is left
    private record Held(Connection connection, boolean isPooled, CountDownLatch end) {}

    private static final Logger LOG = System.getLogger(KeepersLock.class.getName());

    private final Database database;
    private Optional<Held> session = Optional.empty();
    private volatile boolean isOurs;
    private volatile Term term = Term.ENDLESS;

    KeepersLock(Database database) {
        this.database = database;
    }

    /// Whether it is ours, still or by now. Throws where the database does not say: then it is not.
    public synchronized Answer ask() throws DatabaseException {
        try {
            if (session.isEmpty()) {
                var open = opened();
                session = Optional.of(open);
                Thread.ofVirtual().name("keeper").start(() -> stayHeardOf(open));
            }
            return ask(session.get());
        } catch (SQLException e) {
            close();
            throw DatabaseException.of(e);
        }
    }

    /// Nothing is asked for twice: a lock that was given twice is to be given back twice.
    private Answer ask(Held open) throws SQLException {
        if (open.isPooled()) {
            return Answer.NOBODY_S;
        }
        if (isOurs) {
            requireAnswer(open);
        } else if (isGiven(open)) {
            term = Term.begin(open.connection());
            isOurs = true;
        }
        return isOurs ? Answer.OURS : Answer.ANOTHER_S;
    }

    private static boolean isGiven(Held open) throws SQLException {
        try (var statement = open.connection().createStatement();
                var results = statement.executeQuery(TRY)) {
            results.next();
            return results.getBoolean(1);
        }
    }

    private static void requireAnswer(Held open) throws SQLException {
        try (var statement = open.connection().createStatement()) {
            statement.execute(SESSION);
        }
    }

    private Held opened() throws SQLException {
        var connection = database.lasting(SILENCE_MAX);
        try {
            return new Held(connection, Database.isPooled(connection), new CountDownLatch(1));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private void stayHeardOf(Held open) {
        try {
            while (!open.end().await(ASK.toMillis(), TimeUnit.MILLISECONDS)) {
                askAgain(open);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (SQLException | DatabaseException e) {
            LOG.log(Level.DEBUG, "the session of the lock of the books has ended: whoever asks next opens another", e);
        }
    }

    private synchronized void askAgain(Held open) throws SQLException, DatabaseException {
        if (open.end().getCount() > 0) {
            try {
                requireAnswer(open);
            } catch (SQLException e) {
                close();
                throw e;
            }
        }
    }

    /// Whether it was ours when the database was asked last.
    public boolean isOurs() {
        return isOurs;
    }

    /// Returns the term that began when it was given to us last. By now it may be over.
    public Term term() {
        return term;
    }

    /// The server ends a session some time after we leave it. Whoever asks when this is closed is to get the lock, so
    /// it is given back before.
    @Override
    public synchronized void close() throws DatabaseException {
        var wasOurs = isOurs;
        isOurs = false;
        var ended = session;
        session = Optional.empty();
        if (ended.isPresent()) {
            ended.get().end().countDown();
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
