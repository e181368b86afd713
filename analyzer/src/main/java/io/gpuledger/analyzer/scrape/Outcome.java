package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.http.FetchException.Failure;
import java.util.Locale;

/// How a scrape ended.
enum Outcome {
    OK,
    TIMEOUT,
    CONNECT,
    TLS,
    HTTP_STATUS,
    REDIRECT,
    BODY_LIMIT,
    BAD_ANSWER,
    CREDENTIALS,
    BAD_PAGE,
    NOT_STORED,
    /// Ours.
    DEFECT;

    static Outcome of(Failure failure) {
        return switch (failure) {
            case TIMEOUT -> TIMEOUT;
            case CONNECT -> CONNECT;
            case TLS -> TLS;
            case HTTP_STATUS -> HTTP_STATUS;
            case REDIRECT -> REDIRECT;
            case BODY_LIMIT -> BODY_LIMIT;
            case BAD_ANSWER -> BAD_ANSWER;
            case CREDENTIALS -> CREDENTIALS;
        };
    }

    /// As a label's value.
    String word() {
        return word(this);
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
