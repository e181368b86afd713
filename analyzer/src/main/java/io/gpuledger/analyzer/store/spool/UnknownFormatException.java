package io.gpuledger.analyzer.store.spool;

import java.io.Serial;

/// A segment was written by another version of the program, in a way that this one does not know.
final class UnknownFormatException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    UnknownFormatException(String message) {
        super(message);
    }
}
