package io.gpuledger.analyzer.store.embedded;

/// The embedded PostgreSQL does not run; the message says why, and what mends it.
public final class CannotStartPostgresException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotStartPostgresException(String what, String remedy) {
        super("cannot start the embedded PostgreSQL: %s; %s".formatted(what, remedy));
    }

    CannotStartPostgresException(String what, String remedy, Throwable cause) {
        this(what, remedy);
        initCause(cause);
    }
}
