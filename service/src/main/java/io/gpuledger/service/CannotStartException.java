package io.gpuledger.service;

import java.io.Serial;

/// What a program cannot do without is not to be had. The message says what would help, so that it is all that is told.
public final class CannotStartException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public CannotStartException(Exception cause) {
        super(cause.getMessage(), cause);
    }
}
