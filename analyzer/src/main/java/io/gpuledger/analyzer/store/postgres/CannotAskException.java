package io.gpuledger.analyzer.store.postgres;

import java.time.Duration;
import java.util.Set;

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

    private CannotAskException(String message, Why why, DatabaseException cause) {
        super(message, cause);
        this.why = why;
    }

    static CannotAskException of(DatabaseException cause, Duration patience) {
        if (cause.failure() == Failure.TIMEOUT) {
            var words = "has no answer after %d s: ask for fewer hours, or by less".formatted(patience.toSeconds());
            return new CannotAskException(words, Why.TOO_MUCH, cause);
        }
        if (isOfValues(cause)) {
            return new CannotAskException("refuses a value of the question: " + cause.words(), Why.REFUSED, cause);
        }
        return of(cause);
    }

    public static CannotAskException of(DatabaseException cause) {
        if (isWithoutTables(cause)) {
            return new CannotAskException("has no books yet: gpu-analyzer serve makes them", Why.AWAY, cause);
        }
        return new CannotAskException(
                "gives no answer: %s (%s)".formatted(cause.failure().meaning(), cause.words()), Why.AWAY, cause);
    }

    static CannotAskException busy(Duration patience) {
        return new CannotAskException("has been busy with other questions for " + patience.toSeconds() + " s");
    }

    /// Whether what is wrong are values of the question, and not the database.
    private static boolean isOfValues(DatabaseException cause) {
        return cause.state().filter(state -> state.startsWith("22")).isPresent();
    }

    private static boolean isWithoutTables(DatabaseException cause) {
        return cause.state().filter(Set.of("42P01", "3F000")::contains).isPresent();
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
