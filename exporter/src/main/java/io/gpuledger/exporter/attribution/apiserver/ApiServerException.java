package io.gpuledger.exporter.attribution.apiserver;

import java.io.IOException;

/// What the API server answered instead of what it was asked for.
final class ApiServerException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    ApiServerException(int status, String message) {
        super(message);
        this.status = status;
    }

    /// Says whether the API server has no such thing, or not for us, which only a person can change.
    boolean isRefused() {
        return status == 403 || isUnknown();
    }

    boolean isUnknown() {
        return status == 404;
    }

    /// Says whether the API server has forgotten the version that it was asked to go on from, or has not got as far
    /// yet.
    boolean isOfVersion() {
        return status == 410 || status == 504;
    }
}
