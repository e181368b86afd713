package io.gpuledger.analyzer.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/// The time in which one analyzer keeps the books of a database. What it writes into them in that time it writes in
/// transactions that hold the term: a term that is over lets none begin, and another begins only when none of those
/// before is open any more. So whoever stood still, and does not know yet that another keeps the books by now, writes
/// nothing.
///
/// A term has a number that no other has. The session that has the lock of the books has one of that number too, so
/// that others see whether the term goes on by trying to get it. The transactions of a term share one more lock, and
/// whoever begins a term waits until it has that alone.
///
/// @param number none where nobody else can keep the books, so that the term does not end
public record Term(OptionalLong number) {
    public static final Term ENDLESS = new Term(OptionalLong.empty());

    private static final String BOOKS = "hashtext('%s'), hashtext('books')".formatted(Schema.NAME);
    private static final String SHARE = "select pg_advisory_xact_lock_shared(%s)".formatted(BOOKS);
    private static final String HAVE_ALONE = "select pg_advisory_xact_lock(%s)".formatted(BOOKS);
    private static final String IS_OVER = "select pg_try_advisory_xact_lock_shared(?)";
    private static final String END_OPEN = """
        select pg_terminate_backend(pid)
        from pg_locks
        where locktype = 'advisory' and granted and pid <> pg_backend_pid()
            and database = (select oid from pg_database where datname = current_database())
            and classid = hashtext('%s')::oid and objid = hashtext('books')::oid and objsubid = 2
        """.formatted(Schema.NAME);
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /// Begins a term. What is still open of a term before is waited for as long as the session waits for locks, and is
    /// ended then, as it is of an analyzer that stands still.
    ///
    /// @param connection of whoever has the lock of the books
    static Term begin(Connection connection) throws SQLException {
        var number = ThreadLocalRandom.current().nextLong();
        execute(connection, "select pg_advisory_lock(%d)".formatted(number));
        try {
            execute(connection, HAVE_ALONE);
        } catch (SQLException e) {
            if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                throw e;
            }
            execute(connection, END_OPEN);
            execute(connection, HAVE_ALONE);
        }
        return new Term(OptionalLong.of(number));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// Begins a transaction that holds the term.
    public Session begin(Database database) throws DatabaseException {
        var session = database.session();
        try {
            hold(session);
            return session;
        } catch (DatabaseException e) {
            session.close();
            throw e;
        }
    }

    /// Holds the term until the transaction ends. Throws where it is over.
    public void hold(Session session) throws DatabaseException {
        if (number.isPresent()) {
            session.execute(SHARE);
            if (isOver(session, number.getAsLong())) {
                throw new DatabaseException(
                        Failure.CONFLICT,
                        "another analyzer may keep the books by now, so that this one writes nothing more into them");
            }
        }
    }

    /// Whether it goes on at this moment, as the database says.
    public boolean goesOn(Database database) throws DatabaseException {
        if (number.isEmpty()) {
            return true;
        }
        try (var session = database.session()) {
            return !isOver(session, number.getAsLong());
        }
    }

    private static boolean isOver(Session session, long number) throws DatabaseException {
        return new Query<>(session).number(number).one(IS_OVER, row -> row.isTrue(1));
    }
}
