package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.scrape.http.FetchException.Failure;
import java.util.Locale;

/// Names the ways in which a scrape can end.
public enum ScrapeOutcome {
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
    /// The scrape failed by a defect of this program.
    DEFECT;

    static ScrapeOutcome of(Failure failure) {
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

    /// Returns the outcome as the value of a label.
    String word() {
        return word(this);
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
