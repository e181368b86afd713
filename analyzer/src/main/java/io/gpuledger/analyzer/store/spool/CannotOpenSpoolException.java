package io.gpuledger.analyzer.store.spool;

import java.io.Serial;

/// The spool's folder cannot be used; the message says what would help.
public final class CannotOpenSpoolException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    CannotOpenSpoolException(String message) {
        super(message);
    }

    CannotOpenSpoolException(String message, Throwable cause) {
        super(message, cause);
    }
}
