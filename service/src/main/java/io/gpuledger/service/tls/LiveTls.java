package io.gpuledger.service.tls;

import javax.net.ssl.SSLContext;

/// TLS whose configuration can be replaced while it is in use: a handshake follows the one that is in force when it
/// begins, and a connection keeps the one it began with.
public final class LiveTls {
    private final SSLContext context;
    private volatile Handshakes latest;

    public LiveTls(TlsServer server) {
        this.latest = Handshakes.of(server);
        this.context = new LatestContext(() -> latest);
    }

    /// Throws [IllegalArgumentException] and keeps what is in force where the JDK cannot do it.
    public void replace(TlsServer server) {
        latest = Handshakes.of(server);
    }

    /// Makes server sockets, and nothing else.
    public SSLContext context() {
        return context;
    }
}
