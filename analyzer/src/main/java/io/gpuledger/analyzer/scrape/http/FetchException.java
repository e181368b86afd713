package io.gpuledger.analyzer.scrape.http;

import java.io.Serial;

/// There is no page; the message says why.
public final class FetchException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    /// Names the reasons for which there can be no page.
    public enum Failure {
        /// The name is not known, nobody listens, or the network is not there.
        CONNECT,
        /// The peer is not to be trusted, or does not trust us.
        TLS,
        TIMEOUT,
        /// The peer answered with another status than 200.
        HTTP_STATUS,
        REDIRECT,
        BODY_LIMIT,
        /// The answer is not HTTP, or ended too early.
        BAD_ANSWER,
        /// A file with what we would have to show is not to be read.
        CREDENTIALS
    }

    private final Failure failure;

    FetchException(Failure failure, String message) {
        super(message);
        this.failure = failure;
    }

    FetchException(Failure failure, String message, Throwable cause) {
        super(message, cause);
        this.failure = failure;
    }

    public Failure failure() {
        return failure;
    }

    /// Returns the reason in words for a person.
    public String reason() {
        return String.valueOf(getMessage());
    }
}
