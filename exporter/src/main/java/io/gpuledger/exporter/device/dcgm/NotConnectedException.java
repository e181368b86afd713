package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.BackendState.Link;

/// There is no DCGM to be asked. The message says what mends it.
final class NotConnectedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Link link;

    NotConnectedException(Link link, String message, Throwable cause) {
        super(message, cause);
        this.link = link;
    }

    Link link() {
        return link;
    }
}
