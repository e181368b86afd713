package io.gpuledger.analyzer.report;

/// Thrown where there is nothing to report of a team, as it held no GPU.
public final class NothingHeldException extends Exception {
    private static final long serialVersionUID = 1;

    public NothingHeldException(String message) {
        super(message);
    }
}
