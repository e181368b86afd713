package io.gpuledger.analyzer.store.postgres;

import java.io.Serial;
import java.sql.SQLException;
import java.util.Optional;

/// The database did not do what it was asked to. Whoever catches it decides by its [Failure] whether to try again.
public final class DatabaseException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final Failure failure;
    private final String words;

    /// For what was found out here, and not said by the database.
    public DatabaseException(Failure failure, String words) {
        super(words);
        this.failure = failure;
        this.words = words;
    }

    private DatabaseException(Failure failure, String words, String message, Throwable cause) {
        super(message, cause);
        this.failure = failure;
        this.words = words;
    }

    static DatabaseException of(SQLException thrown) {
        return new DatabaseException(
                Failure.of(thrown), Failure.words(thrown), String.valueOf(thrown.getMessage()), thrown);
    }

    /// Makes one of a defect of this program that a row or a statement has brought to light. It is handled as if the
    /// database refused that row, so that the others are written.
    public static DatabaseException ofDefect(RuntimeException thrown) {
        var words = "a defect of this program: " + thrown;
        return new DatabaseException(Failure.CONTENT, words, words, thrown);
    }

    public Failure failure() {
        return failure;
    }

    /// Returns what the database said itself, in one line.
    public String words() {
        return words;
    }

    /// Returns the code that PostgreSQL has for the failure, if it named one.
    Optional<String> state() {
        return getCause() instanceof SQLException sql ? Failure.state(sql) : Optional.empty();
    }
}
