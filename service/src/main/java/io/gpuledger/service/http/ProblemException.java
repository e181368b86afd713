package io.gpuledger.service.http;

/// Ends a request with a problem, wherever in its handling that is found out.
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
