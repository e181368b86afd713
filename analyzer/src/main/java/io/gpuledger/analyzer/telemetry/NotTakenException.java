package io.gpuledger.analyzer.telemetry;

import java.io.Serial;

/// A batch could not be kept. Its sender may try again; the message says what would help.
public final class NotTakenException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    public NotTakenException(String message) {
        super(message);
    }

    public NotTakenException(String message, Throwable cause) {
        super(message, cause);
    }
}
