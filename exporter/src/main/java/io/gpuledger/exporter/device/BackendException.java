package io.gpuledger.exporter.device;

/// The driver could not be asked. The message says why, and what mends it.
public final class BackendException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BackendException(String message) {
        super(message);
    }

    public BackendException(String message, Throwable cause) {
        super(message, cause);
    }
}
