package io.gpuledger.analyzer.scrape.http;

import io.gpuledger.analyzer.scrape.http.FetchException.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/// A connection to a peer, which may outlive an answer.
final class Connection implements AutoCloseable {
    private final Url origin;
    private final DeadlineSocket raw;
    private final Socket socket;
    private boolean used;

    private Connection(Url origin, DeadlineSocket raw, Socket socket) {
        this.origin = origin;
        this.raw = raw;
        this.socket = socket;
    }

    static Connection open(Url url, NameResolver resolver, Tls tls, Deadline deadline) throws FetchException {
        var raw = connected(url, resolver, deadline);
        try {
            return new Connection(url, raw, url.secure() ? tls.over(raw, url) : raw);
        } catch (IOException e) {
            close(raw);
            throw FetchFailures.of(e, Failure.TLS, url);
        }
    }

    private static DeadlineSocket connected(Url url, NameResolver resolver, Deadline deadline) throws FetchException {
        try {
            var addresses = resolver.resolve(url.host(), deadline);
            for (int i = 0; i < addresses.size() - 1; i++) {
                try {
                    var patience = deadline.millisLeft() / (addresses.size() - i);
                    return connected(addresses.get(i), url.port(), Math.max(1, patience), deadline);
                } catch (IOException _) {
                    // The next may be better; what is wrong with the last one is said.
                }
            }
            return connected(addresses.getLast(), url.port(), deadline.millisLeft(), deadline);
        } catch (IOException e) {
            throw FetchFailures.of(e, Failure.CONNECT, url);
        }
    }

    private static DeadlineSocket connected(InetAddress address, int port, int millis, Deadline deadline)
            throws IOException {
        var socket = new DeadlineSocket(deadline);
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(address, port), millis);
            return socket;
        } catch (IOException e) {
            close(socket);
            throw e;
        }
    }

    boolean isTo(Url url) {
        return origin.isOfSameOrigin(url);
    }

    /// Sends a request, and returns the first byte of its answer.
    int ask(byte[] request, Deadline deadline) throws IOException {
        raw.finishBy(deadline);
        // What came without a question would be taken for its answer.
        if (used && in().available() > 0) {
            throw new StaleConnectionException();
        }
        var first = firstByte(request);
        if (first < 0) {
            throw used ? new StaleConnectionException() : new EOFException(closed());
        }
        used = true;
        return first;
    }

    private String closed() {
        return "the connection was closed without an answer"
                + (origin.secure() ? ": does it want to see a certificate of ours?" : "");
    }

    private int firstByte(byte[] request) throws IOException {
        try {
            socket.getOutputStream().write(request);
            return in().read();
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            throw used ? new StaleConnectionException(e) : e;
        }
    }

    InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /// Below TLS, whose own goodbye could wait for a peer that is gone.
    @Override
    public void close() {
        close(raw);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is gone, either way.
        }
    }
}
