package io.gpuledger.service.http;

import static io.gpuledger.service.http.Exchange.PATIENCE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.gpuledger.service.settings.Address;
import io.helidon.webserver.http.HttpRouting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class HttpServerTest {
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(5);

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    void a_taken_port_is_told_with_the_fix() {
        try (var first = new Exchange(HttpServerTest::nothing)) {
            var address = new Address("127.0.0.1", first.port());

            assertThatExceptionOfType(CannotListenException.class)
                    .isThrownBy(() -> Exchange.serve(HttpSettings.at(address), HttpServerTest::nothing))
                    .withMessage(
                            "cannot listen on %s (Address already in use); choose another address with --listen",
                            address);
        }
    }

    @Test
    void a_host_that_nobody_knows_is_told_with_the_fix() {
        assertThatExceptionOfType(CannotListenException.class)
                .isThrownBy(() ->
                        Exchange.serve(HttpSettings.at(new Address("nowhere.invalid", 0)), HttpServerTest::nothing))
                .withMessage("cannot listen on nowhere.invalid:0 (Unresolved address);"
                        + " choose another address with --listen");
    }

    @Test
    void a_mistake_in_the_routes_is_not_blamed_on_the_address() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Exchange.serve(HttpSettings.at(new Address("127.0.0.1", 0)), routing -> {
                    throw new IllegalStateException("no such route");
                }))
                .withMessage("no such route");
    }

    @Test
    void a_port_can_be_had_again_once_its_server_is_closed() throws IOException, InterruptedException {
        int port;
        try (var first = new Exchange(HttpServerTest::ball)) {
            port = first.port();
            assertThat(first.ask("GET", "/ball").statusCode()).isEqualTo(200);
        }
        try (var second = new Exchange(port, HttpServerTest::ball)) {
            assertThat(second.ask("GET", "/ball").body()).isEqualTo("round\n");
        }
    }

    @Test
    void a_closed_server_answers_no_more() throws IOException {
        var word = UUID.randomUUID().toString();
        var http = new Exchange(routing -> Get.route(routing, "/word", (_, response) -> response.send(word)));
        assertThat(answer(http)).contains(word);
        http.close();
        assertThat(answer(http)).doesNotContain(word);
    }

    /// Returns what is answered at the port of a server: nothing where nobody listens, or whoever did goes away. Once
    /// the server is closed, the port may be given to another program, which answers with another word.
    private static String answer(Exchange http) throws IOException {
        try (var socket = http.connect("GET /word HTTP/1.1\r\nHost: localhost\r\nConnection: close")) {
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        } catch (SocketException _) {
            return "";
        }
    }

    @Test
    void a_server_can_be_closed_twice() {
        var http = new Exchange(HttpServerTest::ball);
        http.close();
        http.close();
    }

    @Test
    void a_request_in_flight_ends_before_the_server_does() throws Exception {
        try (var http = new Exchange(this::patientBall)) {
            var answer = http.client().sendAsync(http.request("GET", "/ball"), BodyHandlers.ofString());
            arrived.await();
            var closing = Thread.ofVirtual().start(http::stop);
            awaitRefusal(http.port());
            released.countDown();

            assertThat(answer.thenApply(HttpResponse::body).get(PATIENCE.toSeconds(), SECONDS))
                    .isEqualTo("round\n");
            assertThat(closing.join(CLOSED_WITHIN)).isTrue();
        }
    }

    @Test
    void a_request_without_end_does_not_keep_the_server_open() throws Exception {
        try (var http = new Exchange(this::patientBall);
                var _ = http.connect("GET /ball HTTP/1.1\r\nHost: localhost")) {
            arrived.await();

            assertThat(Thread.ofVirtual().start(http::stop).join(CLOSED_WITHIN)).isTrue();
        }
    }

    @Test
    void a_client_that_never_reads_does_not_keep_the_server_open() throws Exception {
        var answer = new byte[64 << 20];
        try (var http = new Exchange(routing -> Get.route(routing, "/ball", (request, response) -> {
                    arrived.countDown();
                    response.send(answer);
                }));
                var _ = http.connect("GET /ball HTTP/1.1\r\nHost: localhost")) {
            arrived.await();

            assertThat(Thread.ofVirtual().start(http::stop).join(CLOSED_WITHIN)).isTrue();
        }
    }

    @Test
    void a_connection_kept_alive_does_not_keep_the_server_open() throws Exception {
        try (var http = new Exchange(HttpServerTest::ball);
                var socket = http.connect("GET /ball HTTP/1.1\r\nHost: localhost")) {
            var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            assertThat(answer.readLine()).isEqualTo("HTTP/1.1 200 OK");

            assertThat(Thread.ofVirtual().start(http::stop).join(CLOSED_WITHIN)).isTrue();
            assertThat(answer.lines()).endsWith("round");
        }
    }

    @Test
    void a_connection_that_says_nothing_does_not_keep_the_server_open() throws Exception {
        try (var http = new Exchange(HttpServerTest::ball);
                var _ = new Socket(InetAddress.getLoopbackAddress(), http.port())) {
            assertThat(http.ask("GET", "/ball").statusCode()).isEqualTo(200);

            assertThat(Thread.ofVirtual().start(http::stop).join(CLOSED_WITHIN)).isTrue();
        }
    }

    private static void nothing(HttpRouting.Builder routing) {}

    private static void ball(HttpRouting.Builder routing) {
        Get.route(routing, "/ball", (request, response) -> response.send("round\n"));
    }

    private void patientBall(HttpRouting.Builder routing) {
        Get.route(routing, "/ball", (request, response) -> {
            arrived.countDown();
            released.await();
            response.send("round\n");
        });
    }

    /// Returns once nobody listens on the port any more: then the server is about to close.
    private static void awaitRefusal(int port) {
        var refused = false;
        while (!refused) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                Thread.onSpinWait();
            } catch (IOException _) {
                refused = true;
            }
        }
    }
}
