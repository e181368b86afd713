package io.gpuledger.analyzer.store.postgres;

import java.sql.SQLException;
import java.time.Duration;

/// The database gives no answer now: it is away, or the question is too much for it. Its message completes a sentence
/// that begins with "the database".
public final class CannotAskException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private enum Why {
        AWAY,
        TOO_MUCH,
        REFUSED
    }

    private final Why why;

    private CannotAskException(String message) {
        super(message);
        this.why = Why.AWAY;
    }

    private CannotAskException(String message, Why why, SQLException cause) {
        super(message, cause);
        this.why = why;
    }

    static CannotAskException of(SQLException cause, Duration patience) {
        if (Failure.of(cause) == Failure.TIMEOUT) {
            var words = "has no answer after %d s: ask for fewer hours, or by less".formatted(patience.toSeconds());
            return new CannotAskException(words, Why.TOO_MUCH, cause);
        }
        if (Failure.isOfValues(cause)) {
            return new CannotAskException(
                    "refuses a value of the question: " + Failure.words(cause), Why.REFUSED, cause);
        }
        return of(cause);
    }

    /// Whatever it was asked.
    public static CannotAskException of(SQLException cause) {
        if (isWithoutTables(cause)) {
            return new CannotAskException("has no books yet: gpu-analyzer serve makes them", Why.AWAY, cause);
        }
        return new CannotAskException(
                "gives no answer: %s (%s)".formatted(Failure.of(cause).meaning(), Failure.words(cause)),
                Why.AWAY,
                cause);
    }

    static CannotAskException busy(Duration patience) {
        return new CannotAskException("has been busy with other questions for " + patience.toSeconds() + " s");
    }

    private static boolean isWithoutTables(SQLException cause) {
        return "42P01".equals(cause.getSQLState()) || "3F000".equals(cause.getSQLState());
    }

    /// Whether another question may be answered, though not this one.
    public boolean isTooMuch() {
        return why == Why.TOO_MUCH;
    }

    /// Whether it will never be answered, as something in it is no value.
    public boolean isRefused() {
        return why == Why.REFUSED;
    }
}
