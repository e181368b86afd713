package io.gpuledger.analyzer.report;

/// There is nothing to report of a team.
public final class NothingHeldException extends Exception {
    private static final long serialVersionUID = 1;

    NothingHeldException(String message) {
        super(message);
    }
}
