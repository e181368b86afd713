package io.gpuledger.exporter.attribution.hpc;

/// The folder of the jobs cannot be read: why, and what mends it.
public final class HpcJobsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HpcJobsException(String message) {
        super(message);
    }

    HpcJobsException(String message, Throwable cause) {
        super(message, cause);
    }
}
