package io.gpuledger.analyzer.parse.read;

import java.io.Serial;

/// An answer that cannot be read to its end, or that says that it is none; the message says why. What was passed on of
/// it until then is not all that there is.
public final class BadAnswerException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    BadAnswerException(String message) {
        super(message);
    }

    BadAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
