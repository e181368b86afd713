package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.util.Optional;

/// Fetches pages by HTTP/1.1 over blocking sockets, on virtual threads.
///
/// It is written by hand for what it costs: side by side, on 2,000 targets with pages of 148 kB, its prototype took
/// 110 µs of CPU a scrape, the JDK's own client 465 and Helidon's 525, and there are 12,500 scrapes every 30 s. It does
/// no more than that: GET, one request at a time on a connection.
///
/// Each peer keeps its connection, so the process needs as many file descriptors as there are targets, and some 200
/// of its own: `ulimit -n 16384` for 12,500 targets. The JVM raises its soft limit to the hard one by itself, so it is
/// the hard one (`LimitNOFILE=` of systemd) that counts. TLS takes memory on top, for the buffers of each connection.
public final class Client implements AutoCloseable {
    private static final String VERSION = Optional.ofNullable(
                    Client.class.getPackage().getImplementationVersion())
            .orElse("unpackaged");

    private final ClientOptions options;
    private final Buffers buffers;
    private final Authorization authorization;
    private final NameResolver resolver = new NameResolver();
    private volatile Tls tls;

    /// Throws [IOException] where a file that TLS needs does not do.
    public Client(ClientOptions options, Buffers buffers) throws IOException {
        this.options = options;
        this.buffers = buffers;
        this.authorization = new Authorization(options.credentials(), System::nanoTime);
        this.tls = Tls.of(options.tls());
    }

    /// A page to be fetched again and again.
    ///
    /// @param headers more of them, each with its end of line
    public Peer peer(Url url, String headers) {
        return new Peer(this, url, headers);
    }

    /// Reads TLS's files anew, for connections that are yet to be made.
    public void reloadTls() throws IOException {
        tls = Tls.of(options.tls());
    }

    Connection connect(Url url, Deadline deadline) throws FetchException {
        return Connection.open(url, resolver, tls, deadline);
    }

    Buffers buffers() {
        return buffers;
    }

    /// @param trusted whether it may see what we have to show
    String request(Url url, boolean trusted, String headers) throws FetchException {
        return "GET " + url.resource() + " HTTP/1.1\r\nHost: " + url.authority()
                + "\r\nUser-Agent: gpu-analyzer/" + VERSION
                + "\r\nAccept: " + options.accept()
                + "\r\nAccept-Encoding: " + (options.gzip() ? "gzip" : "identity") + "\r\n"
                + (trusted ? authorization.header() : "")
                + headers
                + "\r\n";
    }

    @Override
    public void close() {
        resolver.close();
    }
}
