package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.KeepersLock;
import io.gpuledger.analyzer.store.postgres.KeepersLock.Answer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/// Whether the books are kept here, or by another analyzer, for which this one stands in when it is gone.
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

    /// The keeper of books that nobody else can keep, as in a database of its own.
    static Keeper only() {
        return new Keeper(Optional.empty());
    }

    /// As it was when it was last asked; before that it may be another.
    boolean isHere() {
        return lock.isEmpty()
                || answer.filter(known -> known != Answer.ANOTHER_S).isPresent();
    }

    /// Whether another is known to keep them.
    boolean isElsewhere() {
        return answer.equals(Optional.of(Answer.ANOTHER_S));
    }

    /// Finds out. Throws where the database does not say.
    boolean ask() throws DatabaseException {
        if (lock.isPresent()) {
            answer = answer(lock.get());
            answer.filter(now -> !said.equals(Optional.of(now))).ifPresent(this::say);
        }
        return isHere();
    }

    /// Whoever kept them may keep them no longer, where the database does not say.
    private Optional<Answer> answer(KeepersLock asked) throws DatabaseException {
        try {
            return Optional.of(asked.ask());
        } catch (DatabaseException e) {
            answer = Optional.empty();
            throw e;
        }
    }

    /// Says what is new, once.
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
