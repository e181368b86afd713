package io.gpuledger.analyzer.durability;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Stands before a Prometheus, and does to some of its answers what servers, proxies and networks do.
final class FaultyProxy implements AutoCloseable {
    private enum Fault {
        NONE,
        /// It answers 422, as a server does that is asked for more samples than it may give.
        TOO_MUCH,
        BUSY,
        /// Fewer bytes come than its length says.
        SHORTER_THAN_SAID,
        /// It ends well amid a message.
        CUT_OFF,
        CHANGED_BYTE,
        /// Each series comes twice.
        TWICE,
        SLOW
    }

    /// The analyzer is told to wait for less.
    static final Duration TIMEOUT = Duration.ofSeconds(3);

    private static final String FORWARDED = "Content-Type";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    private final HttpServer server;
    private final String behind;
    private final Random random;

    FaultyProxy(String behind, Random random) throws IOException {
        this.behind = behind;
        this.random = random;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    String text() {
        return "answers " + faults;
    }

    /// Two of three are as they should be.
    private synchronized Fault next() {
        var all = Fault.values();
        var next = random.nextInt(3) > 0 ? Fault.NONE : all[1 + random.nextInt(all.length - 1)];
        faults.merge(next, 1, Integer::sum);
        return next;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var fault = next();
            switch (fault) {
                case TOO_MUCH -> refuse(exchange, 422, "too many samples");
                case BUSY -> refuse(exchange, 503, "busy");
                case SLOW -> Thread.sleep(TIMEOUT.plusSeconds(1));
                default -> pass(exchange, fault);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void refuse(HttpExchange exchange, int status, String words) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, words.length());
        exchange.getResponseBody().write(words.getBytes(StandardCharsets.UTF_8));
    }

    private void pass(HttpExchange exchange, Fault fault) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(behind + exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if ((name.startsWith("Content-") && !name.equals("Content-length")) || name.startsWith("X-")) {
                values.forEach(value -> request.header(name, value));
            }
        });
        var answer = client.send(request.build(), BodyHandlers.ofByteArray());
        answer.headers()
                .firstValue(FORWARDED)
                .ifPresent(type -> exchange.getResponseHeaders().set(FORWARDED, type));
        send(exchange, answer, fault);
    }

    private static void send(HttpExchange exchange, HttpResponse<byte[]> answer, Fault fault) throws IOException {
        var body = answer.body();
        var bytes = switch (fault) {
            case SHORTER_THAN_SAID, CUT_OFF -> Arrays.copyOf(body, body.length / 2);
            case CHANGED_BYTE -> changed(body);
            case TWICE -> twice(body);
            default -> body;
        };
        // No bytes at all are said by -1, and 0 is a length that is not said.
        var length = fault == Fault.SHORTER_THAN_SAID ? body.length + 1 : bytes.length;
        exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
        exchange.getResponseBody().write(bytes);
    }

    private static byte[] changed(byte[] body) {
        var changed = body.clone();
        if (changed.length > 0) {
            changed[changed.length / 2] ^= 0x10;
        }
        return changed;
    }

    private static byte[] twice(byte[] body) {
        var twice = Arrays.copyOf(body, 2 * body.length);
        System.arraycopy(body, 0, twice, body.length, body.length);
        return twice;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.shutdownNow();
    }
}
