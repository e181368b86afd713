package io.gpuledger.exporter.attribution.podresources;

/// A call that came back without a message, and why.
final class GrpcException extends Exception {
    private static final long serialVersionUID = 1;
    /// https://grpc.io/docs/guides/status-codes/
    private static final String UNIMPLEMENTED = "12";

    private final String status;

    private GrpcException(String status, String message) {
        super(message);
        this.status = status;
    }

    static GrpcException of(String status, String message) {
        return new GrpcException(status, "gRPC's status is " + status + (message.isEmpty() ? "" : ": " + message));
    }

    boolean isUnimplemented() {
        return status.equals(UNIMPLEMENTED);
    }
}
