package io.gpuledger.exporter;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Asks the exporter for the text format on behalf of a Prometheus that cannot be kept from asking for OpenMetrics.
final class TextRelay implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> relayed = new CopyOnWriteArrayList<>();
    private final URI target;
    private final HttpServer server;

    private TextRelay(int targetPort) throws IOException {
        target = URI.create("http://127.0.0.1:" + targetPort + "/metrics");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", this::relay);
        server.start();
    }

    static TextRelay to(int targetPort) throws IOException {
        return new TextRelay(targetPort);
    }

    int port() {
        return server.getAddress().getPort();
    }

    /// Returns the content type of each answer.
    List<String> relayed() {
        return relayed;
    }

    private void relay(HttpExchange exchange) throws IOException {
        try (exchange) {
            var request = HttpRequest.newBuilder(target)
                    .header("Accept", "text/plain")
                    .build();
            var answer = client.send(request, BodyHandlers.ofByteArray());
            var type = answer.headers().firstValue("Content-Type").orElse("");
            relayed.add(type);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
