package io.gpuledger.analyzer.scrape;

import java.io.Serial;

/// A page is none that we can read; the message says why.
public final class BadPageException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    public BadPageException(String message) {
        super(message);
    }
}
