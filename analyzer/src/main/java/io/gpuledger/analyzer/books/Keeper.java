package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.KeepersLock;
import io.gpuledger.analyzer.store.postgres.KeepersLock.Answer;
import io.gpuledger.analyzer.store.postgres.Term;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/// Knows whether the books are kept here or by another analyzer. While another keeps them, this one stands by, and
/// takes over when that one is gone.
final class Keeper implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Keeper.class.getName());

    private final Optional<KeepersLock> lock;
    private volatile Optional<Answer> answer = Optional.empty();
    private Optional<Answer> said = Optional.empty();

    private Keeper(Optional<KeepersLock> lock) {
        this.lock = lock;
    }

    static Keeper by(KeepersLock lock) {
        return new Keeper(Optional.of(lock));
    }

    /// Returns the keeper of books that nobody else can keep, such as those in a database of its own.
    static Keeper only() {
        return new Keeper(Optional.empty());
    }

    /// Whether the books were kept here when the database was last asked. Before it was asked, another analyzer may
    /// keep them.
    boolean isHere() {
        return lock.map(this::isHere).orElse(true);
    }

    private boolean isHere(KeepersLock asked) {
        return answer.filter(known -> switch (known) {
                    case OURS -> asked.isOurs();
                    case ANOTHER_S -> false;
                    case NOBODY_S -> true;
                })
                .isPresent();
    }

    /// Whether they are kept here at this moment, as the database says. Another analyzer may keep them that this one
    /// has not heard of yet, as it stood still.
    boolean isHereStill(Database database) throws DatabaseException {
        return isHere() && term().goesOn(database);
    }

    /// Returns the time in which they are kept here. By now it may be over, without anybody here having heard of it.
    Term term() {
        return lock.map(KeepersLock::term).orElse(Term.ENDLESS);
    }

    /// Whether another analyzer is known to keep the books.
    boolean isElsewhere() {
        return answer.equals(Optional.of(Answer.ANOTHER_S));
    }

    /// Asks the database whether the books are kept here. Throws where the database does not answer.
    boolean ask() throws DatabaseException {
        if (lock.isPresent()) {
            answer = answer(lock.get());
            answer.filter(now -> !said.equals(Optional.of(now))).ifPresent(this::say);
        }
        return isHere();
    }

    /// Asks the lock. Where the database does not answer, nothing is known any more: whoever kept the books may no
    /// longer do so.
    private Optional<Answer> answer(KeepersLock asked) throws DatabaseException {
        try {
            return Optional.of(asked.ask());
        } catch (DatabaseException e) {
            answer = Optional.empty();
            throw e;
        }
    }

    /// Logs an answer that is new, once.
    private void say(Answer now) {
        var before = said;
        said = Optional.of(now);
        switch (now) {
            case OURS -> {
                if (before.isPresent()) {
                    LOG.log(Level.INFO, "The books are kept here now, as the analyzer that kept them is gone");
                }
            }
            case ANOTHER_S ->
                LOG.log(
                        Level.WARNING,
                        "Another analyzer keeps the books of this database. This one takes samples in and answers"
                                + " questions, and takes over when that one is gone");
            case NOBODY_S ->
                LOG.log(
                        Level.WARNING,
                        "The database is reached through a pooler, behind which two analyzers cannot know of each"
                                + " other: see to it that only one keeps the books, or name PostgreSQL itself with"
                                + " --database-url");
        }
    }

    @Override
    public void close() {
        try {
            if (lock.isPresent()) {
                lock.get().close();
            }
        } catch (DatabaseException e) {
            LOG.log(Level.DEBUG, "The session that had the keeper's lock did not close cleanly", e);
        }
    }
}
