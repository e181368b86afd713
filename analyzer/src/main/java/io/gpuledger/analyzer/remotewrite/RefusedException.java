package io.gpuledger.analyzer.remotewrite;

import io.helidon.http.Status;
import java.io.Serial;
import java.time.Duration;
import java.util.Optional;

/// A request that is not taken as it is; the message is for its sender to read.
final class RefusedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient Status status;
    private final transient Optional<Duration> again;

    private RefusedException(Status status, Optional<Duration> again, String message) {
        super(message, null, false, false);
        this.status = status;
        this.again = again;
    }

    /// For good: a sender who is told 4xx does not try again.
    static RefusedException forGood(Status status, String message) {
        return new RefusedException(status, Optional.empty(), message);
    }

    /// For now: a sender who is told 503 tries again, one who is told 429 only if it is set up so.
    static RefusedException forNow(Duration again, String message) {
        return new RefusedException(Status.SERVICE_UNAVAILABLE_503, Optional.of(again), message);
    }

    Status status() {
        return status;
    }

    /// When the sender should try again, if ever.
    Optional<Duration> again() {
        return again;
    }
}
