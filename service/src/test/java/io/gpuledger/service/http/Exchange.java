package io.gpuledger.service.http;

import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/// This is a server on a port of its own, and the ways to talk to it.
final class Exchange implements AutoCloseable {
    /// A test that waits longer than this has failed.
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private final HttpServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Exchange(Consumer<HttpRouting.Builder> routing) {
        this(0, routing);
    }

    Exchange(int port, Consumer<HttpRouting.Builder> routing) {
        this(HttpSettings.at(new Address("127.0.0.1", port)), routing);
    }

    Exchange(HttpSettings settings, Consumer<HttpRouting.Builder> routing) {
        this.server = serve(settings, routing);
    }

    static HttpServer serve(HttpSettings settings, Consumer<HttpRouting.Builder> routing) {
        return HttpServer.start(settings, new Reloads(PATIENCE, InstantSource.system()), routing);
    }

    int port() {
        return server.port();
    }

    HttpClient client() {
        return client;
    }

    HttpRequest request(String method, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(PATIENCE)
                .method(method, BodyPublishers.noBody())
                .build();
    }

    HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        return client.send(request(method, path), BodyHandlers.ofString());
    }

    /// A connection that says and reads what it likes.
    Socket connect(String head) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    void stop() {
        server.close();
    }

    @Override
    public void close() {
        client.close();
        stop();
    }
}
