package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.io.Serial;

/// An answer is not HTTP as this client speaks it.
final class BadAnswerException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    BadAnswerException(String message) {
        super(message);
    }
}
