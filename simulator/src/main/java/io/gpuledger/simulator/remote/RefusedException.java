package io.gpuledger.simulator.remote;

import java.io.Serial;

/// What was sent will not be taken.
public final class RefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
        super(message);
    }
}
