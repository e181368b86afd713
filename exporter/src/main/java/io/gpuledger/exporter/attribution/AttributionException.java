package io.gpuledger.exporter.attribution;

/// This is thrown when nobody can find out who holds what; the message says why, and what mends it.
public final class AttributionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public AttributionException(String message) {
        super(message);
    }

    public AttributionException(String message, Throwable cause) {
        super(message, cause);
    }
}
