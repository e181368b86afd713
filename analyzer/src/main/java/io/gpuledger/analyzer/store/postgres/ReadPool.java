package io.gpuledger.analyzer.store.postgres;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Where questions are asked of a database: a few at a time, so that connections are left for those who
/// write, and none for longer than somebody waits for an answer.
public final class ReadPool {
    /// The time that a question has until its answer, whatever it waits for. It is shorter than the server lets any
    /// answer take, so that whoever asks for too much is told so, and not cut off.
    static final Duration PATIENCE = Duration.ofSeconds(20);

    /// Connections of the writer, of what it notes for the books, of the books, and of upkeep.
    static final int OF_OTHERS = 4;

    private static final int AT_ONCE_MAX = 2;
    private static final Duration QUEUE = Duration.ofSeconds(5);

    @FunctionalInterface
    public interface Ask<T> {
        T answer(ReadSession reading) throws DatabaseException;
    }

    private final Database database;
    private final Duration patience;
    private final Semaphore free;

    /// @param connections how many the database gives to all
    /// @param patience how long a question may take, whatever it consists of
    ReadPool(Database database, int connections, Duration patience) {
        this.database = database;
        this.patience = patience;
        this.free = new Semaphore(Math.clamp(connections - OF_OTHERS, 1, AT_ONCE_MAX), true);
    }

    /// Waits for a free connection, and asks. Throws [CannotAskException] where the database gives no answer in time.
    public <T> T ask(Ask<T> question) {
        var asked = System.nanoTime();
        try {
            if (!free.tryAcquire(QUEUE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw CannotAskException.busy(QUEUE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw CannotAskException.busy(QUEUE);
        }
        try {
            return askNow(question, asked);
        } catch (DatabaseException e) {
            throw CannotAskException.of(e, patience);
        } finally {
            free.release();
        }
    }

    private <T> T askNow(Ask<T> question, long asked) throws DatabaseException {
        try (var session = database.session()) {
            return question.answer(ReadSession.begin(session, asked, patience));
        }
    }
}
