package io.gpuledger.analyzer.store.copying;

import java.io.Serial;

/// One of two databases is not such that the one can be copied into the other. The message says what would help.
public final class CannotCopyException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    CannotCopyException(String message) {
        super(message);
    }
}
