package io.gpuledger.exporter.attribution;

/// The kubelet did not answer: why, and what mends it.
public final class PodResourcesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PodResourcesException(String message) {
        super(message);
    }

    public PodResourcesException(String message, Throwable cause) {
        super(message, cause);
    }
}
