package io.gpuledger.analyzer.store.postgres;

import java.io.Serial;

/// The database's tables are not what this program needs, and time does not mend it. The message says what does.
public final class SchemaException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    SchemaException(String message) {
        super(message);
    }

    SchemaException(String message, Throwable cause) {
        super(message, cause);
    }
}
