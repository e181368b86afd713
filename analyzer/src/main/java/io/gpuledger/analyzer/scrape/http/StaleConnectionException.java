package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.io.Serial;

/// A connection that was kept is no more, and no byte of an answer came over it: the peer will not have heard us.
final class StaleConnectionException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    StaleConnectionException() {
        super("the connection was closed without an answer");
    }

    StaleConnectionException(IOException cause) {
        super(cause);
    }
}
