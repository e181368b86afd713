package io.gpuledger.analyzer.web.api;

import java.util.List;

/// The parameters of a request make no sense; this lists all that is wrong with them.
final class BadQuestionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    BadQuestionException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    List<String> problems() {
        return problems;
    }
}
