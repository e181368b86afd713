package io.gpuledger.analyzer.parse.proto;

import java.io.Serial;

/// Bytes that cannot be read as what they should be; the message says what is wrong, and where. Sent again, they are as
/// wrong.
public final class MalformedMessageException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    public MalformedMessageException(String message) {
        super(message);
    }
}
