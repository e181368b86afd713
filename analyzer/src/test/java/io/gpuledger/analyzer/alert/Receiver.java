package io.gpuledger.analyzer.alert;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/// A server of 127.0.0.1 that takes what is posted to it, or does not.
final class Receiver implements AutoCloseable {
    /// What it was sent, and with which authorization.
    record Post(String path, String authorization, String body) {
        private static final Pattern ALERT = Pattern.compile("\"alertname\"");

        int alerts() {
            return (int) ALERT.matcher(body).results().count();
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Post> posts = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile int status = 200;
    private volatile boolean isHung;

    private Receiver(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    static Receiver start() throws IOException {
        return start(0);
    }

    /// @param port which may be one that another had before
    static Receiver start(int port) throws IOException {
        var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
        return new Receiver(HttpServer.create(address, 0));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var shown = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"));
            posts.add(new Post(
                    exchange.getRequestURI().getPath(),
                    shown.orElse(""),
                    new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
            if (isHung) {
                end.await();
            }
            var body = "no room\nfor it".getBytes(UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Answers so from now on.
    void answer(int with) {
        status = with;
    }

    /// Takes requests from now on, and answers none.
    void hang() {
        isHung = true;
    }

    int port() {
        return server.getAddress().getPort();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port());
    }

    List<Post> posts() {
        return List.copyOf(posts);
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.close();
    }
}
