package io.gpuledger.service.http;

import io.gpuledger.service.settings.Address;

/// The address to listen on is taken, or is not of this machine.
public final class CannotListenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotListenException(Address address, Throwable cause) {
        super("cannot listen on %s (%s); choose another address with --listen".formatted(address, root(cause)), cause);
    }

    private static String root(Throwable thrown) {
        var cause = thrown.getCause();
        return cause == null ? String.valueOf(thrown.getMessage()) : root(cause);
    }
}
