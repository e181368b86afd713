package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.io.Serial;

/// A body is longer than is allowed.
final class TooLongException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    TooLongException(long limit) {
        super("the page is longer than " + limit + " bytes: is it the right one? If so, raise the limit");
    }
}
