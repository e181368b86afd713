package io.gpuledger.exporter.attribution;

/// Who holds what cannot be found out: why, and what mends it.
public final class AttributionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public AttributionException(String message) {
        super(message);
    }

    public AttributionException(String message, Throwable cause) {
        super(message, cause);
    }
}
