package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.io.Serial;

/// What came is not HTTP as we speak it.
final class BadAnswerException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    BadAnswerException(String message) {
        super(message);
    }
}
