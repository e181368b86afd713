package io.gpuledger.simulator.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class SenderTest {
    private final Deque<Integer> answers = new ConcurrentLinkedDeque<>();
    private final List<byte[]> bodies = new ArrayList<>();
    private final List<String> encodings = new ArrayList<>();
    private final HttpServer receiver = receiver();
    private final Sender sender =
            new Sender(URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/api/v1/write"));

    private HttpServer receiver() {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/api/v1/write", exchange -> {
                bodies.add(exchange.getRequestBody().readAllBytes());
                encodings.add(exchange.getRequestHeaders().getFirst("Content-Encoding"));
                var why = "because".getBytes(StandardCharsets.UTF_8);
                var status = answers.size() > 1 ? answers.poll() : answers.peek();
                exchange.sendResponseHeaders(status, status == 204 ? -1 : why.length);
                if (status != 204) {
                    exchange.getResponseBody().write(why);
                }
                exchange.close();
            });
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.stop(0);
    }

    private static Request request() {
        var series = new Series(new TreeMap<>(Map.of("__name__", "gpu_lost", "gpu", "0")));
        series.add(1_000, 1);
        series.add(31_000, -2.5);
        series.end(61_000);
        var request = new Request();
        request.take(series);
        return request;
    }

    @Test
    void samples_arrive_as_they_were_told() throws InterruptedException {
        answers.add(204);

        sender.send(request());

        assertThat(encodings).containsExactly("snappy");
        var labels = new TreeMap<>(Map.of("__name__", "gpu_lost", "gpu", "0"));
        assertThat(Unpacked.samples(bodies.getFirst()))
                .startsWith(new Unpacked.Sample(labels, 1_000, 1), new Unpacked.Sample(labels, 31_000, -2.5))
                .last()
                .satisfies(stale ->
                        assertThat(Double.doubleToRawLongBits(stale.value())).isEqualTo(0x7ff0000000000002L));
    }

    @Test
    void who_has_too_much_to_do_is_asked_again() throws InterruptedException {
        answers.addAll(List.of(503, 429, 500, 200));

        sender.send(request());

        assertThat(bodies).hasSize(4);
        assertThat(bodies).allMatch(body -> Arrays.equals(body, bodies.getFirst()));
    }

    @Test
    void what_is_refused_for_good_is_an_error_that_says_why() {
        answers.add(400);

        assertThatThrownBy(() -> sender.send(request()))
                .isInstanceOf(RefusedException.class)
                .hasMessageEndingWith("/api/v1/write refuses with status 400: because");
        assertThat(bodies).hasSize(1);
    }

    @Test
    void a_request_that_was_sent_is_empty_again() throws InterruptedException {
        answers.add(200);
        var request = request();

        sender.send(request);

        assertThat(request.samples()).isZero();
    }
}
