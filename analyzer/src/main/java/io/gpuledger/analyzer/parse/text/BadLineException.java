package io.gpuledger.analyzer.parse.text;

/// What a line that cannot be read has wrong. Thrown once for each such line of a page, so it does not look where.
final class BadLineException extends Exception {
    private static final long serialVersionUID = 1;

    private final String problem;

    BadLineException(String problem) {
        super(problem, null, false, false);
        this.problem = problem;
    }

    String problem() {
        return problem;
    }
}
