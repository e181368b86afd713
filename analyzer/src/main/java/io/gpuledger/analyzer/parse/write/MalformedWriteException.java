package io.gpuledger.analyzer.parse.write;

import java.io.Serial;

/// A request that cannot be read; its message says what is wrong, and where. Sent again, it is as wrong.
public final class MalformedWriteException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    MalformedWriteException(String message) {
        super(message);
    }
}
