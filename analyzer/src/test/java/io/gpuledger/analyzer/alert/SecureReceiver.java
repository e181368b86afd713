package io.gpuledger.analyzer.alert;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/// A server of 127.0.0.1 that takes all that comes by TLS.
final class SecureReceiver implements AutoCloseable {
    private final HttpsServer server;
    private final AtomicInteger count = new AtomicInteger();

    private SecureReceiver(HttpsServer server) {
        this.server = server;
    }

    static SecureReceiver start(SSLContext context) throws IOException {
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        var receiver = new SecureReceiver(server);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                receiver.count.incrementAndGet();
                exchange.sendResponseHeaders(200, -1);
            }
        });
        server.start();
        return receiver;
    }

    URI url() {
        return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    }

    int count() {
        return count.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
