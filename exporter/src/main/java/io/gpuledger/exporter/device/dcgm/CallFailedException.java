package io.gpuledger.exporter.device.dcgm;

/// DCGM refused a call that cannot be done without.
final class CallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Status status;

    private CallFailedException(String call, Status status, int code) {
        super("%s returned %s (%d)".formatted(call, status, code));
        this.status = status;
    }

    static void unlessOk(String call, int code) {
        if (code != 0) {
            throw new CallFailedException(call, Status.of(code), code);
        }
    }

    /// Returns the status of a call whose refusal is an answer like any other, and throws only where nobody listens any
    /// more.
    static Status statusOf(String call, int code) {
        var status = Status.of(code);
        if (status.endsConnection()) {
            throw new CallFailedException(call, status, code);
        }
        return status;
    }

    Status status() {
        return status;
    }
}
