package io.gpuledger.exporter.attribution.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// An API server over real HTTP, as far as lists and watches go: it pages, selects by node, and lets a test say what
/// its watches tell.
public final class FakeApiServer implements AutoCloseable {
    /// What becomes of a request.
    @FunctionalInterface
    interface Way {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    record Asked(String path, Map<String, String> parameters, Optional<String> authorization) {
        boolean isWatch() {
            return parameters.containsKey("watch");
        }

        String parameter(String name) {
            return parameters.getOrDefault(name, "");
        }
    }

    private record Stored(String path, String node, String json) {}

    private final HttpServer server;
    private final String scheme;
    private final List<Stored> objects = new CopyOnWriteArrayList<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final Queue<Way> next = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<FakeWatch> watches = new LinkedBlockingQueue<>();
    private final List<FakeWatch> begun = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger version = new AtomicInteger(100);
    private volatile int page = 500;
    private volatile Optional<String> token = Optional.empty();
    private volatile List<String> paths = List.of("/api/v1/pods", "/apis/resource.k8s.io/v1/resourceslices");

    private FakeApiServer(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.createContext("/", this::handle);
        server.setExecutor(Thread::startVirtualThread);
        server.start();
    }

    static FakeApiServer start() throws IOException {
        return new FakeApiServer(HttpServer.create(somewhere(), 0), "http");
    }

    public static FakeApiServer start(SSLContext tls) throws IOException {
        var server = HttpsServer.create(somewhere(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new FakeApiServer(server, "https");
    }

    private static InetSocketAddress somewhere() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    }

    public URI uri() {
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
    }

    ApiServerSettings settings() {
        return new ApiServerSettings(uri(), Optional.empty(), Optional.empty());
    }

    /// Keeps an object of a node at a path.
    public FakeApiServer has(String path, String node, String json) {
        objects.add(new Stored(path, node, json));
        version.incrementAndGet();
        return this;
    }

    public FakeApiServer hasPod(String node, Objects.Pod pod) {
        return has("/api/v1/pods", node, pod.json());
    }

    FakeApiServer forgets() {
        objects.clear();
        version.incrementAndGet();
        return this;
    }

    FakeApiServer pages(int size) {
        page = size;
        return this;
    }

    /// All other paths are unknown to it.
    FakeApiServer serves(String... paths) {
        this.paths = List.of(paths);
        return this;
    }

    public FakeApiServer accepts(String token) {
        this.token = Optional.of(token);
        return this;
    }

    /// What becomes of the next request that is not spoken for yet, whatever it is.
    FakeApiServer then(Way way) {
        next.add(way);
        return this;
    }

    /// Gives the next request this answer.
    FakeApiServer then(int status, String body) {
        return then(exchange -> answer(exchange, status, body));
    }

    /// Answers the next request as it would have been answered anyway.
    FakeApiServer thenAsEver() {
        return then(this::asEver);
    }

    List<Asked> asked() {
        return asked;
    }

    /// The next watch that a client has begun.
    FakeWatch watch() throws InterruptedException {
        return Optional.ofNullable(watches.poll(30, TimeUnit.SECONDS))
                .orElseThrow(() -> new AssertionError("nobody watches: " + asked));
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            asked.add(asked(exchange));
            var way = Optional.ofNullable(next.poll()).orElse(this::asEver);
            way.answer(exchange);
            // Not after a failure: it would end an answer that is to break off.
            exchange.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Asked asked(HttpExchange exchange) {
        var parameters = Stream.of(exchange.getRequestURI().getRawQuery().split("&", -1))
                .map(parameter -> parameter.split("=", 2))
                .collect(toMap(parameter -> parameter[0], parameter -> URLDecoder.decode(parameter[1], UTF_8)));
        return new Asked(
                exchange.getRequestURI().getPath(),
                parameters,
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")));
    }

    private void asEver(HttpExchange exchange) throws IOException, InterruptedException {
        var asked = asked(exchange);
        if (token.isPresent() && !asked.authorization().equals(token.map(known -> "Bearer " + known))) {
            answer(exchange, 401, Objects.status(401, "Unauthorized"));
        } else if (!paths.contains(asked.path())) {
            answer(exchange, 404, "404 page not found");
        } else if (asked.isWatch()) {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            var watch = new FakeWatch(exchange.getResponseBody(), asked);
            watches.add(watch);
            begun.add(watch);
            watch.awaitEnd();
        } else {
            answer(exchange, 200, list(asked));
        }
    }

    private String list(Asked asked) {
        var selected = objects.stream()
                .filter(object -> object.path().equals(asked.path()))
                .filter(object -> asked.parameter("fieldSelector").equals("spec.nodeName=" + object.node()))
                .map(Stored::json)
                .toList();
        var from = asked.parameters().containsKey("continue") ? Integer.parseInt(asked.parameter("continue")) : 0;
        var to = Math.min(selected.size(), from + Math.min(page, Integer.parseInt(asked.parameter("limit"))));
        return Objects.list(
                version.get(), to < selected.size() ? Integer.toString(to) : "", selected.subList(from, to));
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    void awaitClose() throws InterruptedException {
        closed.await();
    }

    /// Closes every connection too.
    @Override
    public void close() {
        begun.forEach(FakeWatch::ends);
        closed.countDown();
        server.stop(0);
    }
}
