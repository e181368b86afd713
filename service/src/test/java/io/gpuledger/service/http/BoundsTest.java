package io.gpuledger.service.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.settings.Address;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a client can hold, and for how long.
@Timeout(600)
class BoundsTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    /// A test that waits for this has failed.
    private static final Duration LONG = Duration.ofHours(1);
    private static final String BALL = "GET /ball HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final int TEN = 10;
    private static final int MANY = 100;

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @Test
    void a_client_that_says_nothing_is_cut() throws IOException {
        try (var http = serve(TEN, SHORT, LONG, LONG);
                var client = connect(http)) {
            assertThat(rest(client)).isEmpty();
        }
    }

    @Test
    void a_client_that_sends_its_head_byte_by_byte_is_cut() throws IOException {
        try (var http = serve(TEN, SHORT, LONG, LONG);
                var client = connect(http)) {
            var sent = trickle(client, "GET /ball HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + "x".repeat(1_000));
            assertThat(sent).isLessThan(1_000);
        }
    }

    @Test
    void a_client_that_sends_its_body_byte_by_byte_is_cut() throws IOException {
        try (var http = serve(TEN, LONG, SHORT, LONG);
                var client = connect(http)) {
            client.getOutputStream()
                    .write("POST /box HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n".getBytes(US_ASCII));
            assertThat(trickle(client, "x".repeat(1_000))).isLessThan(1_000);
        }
    }

    @Test
    void a_client_whose_body_trickles_is_cut_though_its_request_has_time() throws IOException {
        try (var http = serve(TEN, LONG, LONG, LONG);
                var client = connect(http)) {
            client.getOutputStream()
                    .write("POST /paced HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
                            .getBytes(US_ASCII));
            assertThat(trickle(client, "x".repeat(1_000))).isLessThan(1_000);
        }
    }

    @Test
    void a_client_is_not_cut_for_the_time_that_the_server_takes_with_its_body() throws Exception {
        try (var http = serve(TEN, SHORT, LONG, LONG);
                var client = connect(http)) {
            client.getOutputStream()
                    .write("POST /paced HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nX-Patient: yes\r\n\r\nball"
                            .getBytes(US_ASCII));
            arrived.await();
            // Who is late is cut by then.
            try (var silent = connect(http)) {
                assertThat(rest(silent)).isEmpty();
            }
            released.countDown();
            assertThat(client.getInputStream().readNBytes(12)).isEqualTo("HTTP/1.1 200".getBytes(US_ASCII));
        }
    }

    @Test
    void a_client_that_never_reads_is_cut_and_its_thread_freed() throws Exception {
        try (var http = serve(TEN, LONG, SHORT, LONG);
                var client = connect(http)) {
            client.getOutputStream().write("GET /hill HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            ended.await();
            assertThat(rest(client).length()).isLessThan(64 << 20);
        }
    }

    @Test
    void a_client_that_has_been_answered_and_stays_silent_is_cut() throws IOException {
        try (var http = serve(TEN, LONG, LONG, SHORT);
                var client = connect(http)) {
            client.getOutputStream().write(BALL.getBytes(US_ASCII));
            assertThat(rest(client)).endsWith("round\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ball", "nowhere"})
    void a_client_that_wants_no_more_than_one_answer_is_closed_after_it(String path) throws IOException {
        try (var http = serve(TEN, LONG, LONG, LONG);
                var client = connect(http)) {
            var request = "GET /%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(path);
            client.getOutputStream().write(request.getBytes(US_ASCII));
            assertThat(rest(client)).startsWith("HTTP/1.1 ").contains("Connection: close\r\n");
        }
    }

    @Test
    void an_answer_that_takes_longer_than_a_client_may_is_not_cut() throws Exception {
        try (var http = serve(TEN, SHORT, LONG, SHORT);
                var client = connect(http)) {
            client.getOutputStream().write("GET /patient HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            arrived.await();
            try (var silent = connect(http)) {
                assertThat(rest(silent)).isEmpty();
            }
            released.countDown();
            assertThat(rest(client)).endsWith("round\n");
        }
    }

    @Test
    void a_request_can_have_less_time_than_others() throws Exception {
        try (var http = serve(TEN, LONG, LONG, LONG);
                var client = connect(http)) {
            client.getOutputStream().write("GET /hurry HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            ended.await();
            assertThat(rest(client).length()).isLessThan(64 << 20);
        }
    }

    @Test
    void in_a_full_house_the_one_that_has_been_silent_for_longest_makes_room() throws IOException {
        try (var http = serve(2, LONG, LONG, LONG);
                var oldest = connect(http)) {
            oldest.getOutputStream().write(BALL.getBytes(US_ASCII));
            oldest.getInputStream().readNBytes(1);
            try (var older = connect(http)) {
                // More than once: an answer is here a little before the server knows that the client is silent again.
                for (var i = 0; i < MANY; i++) {
                    older.getOutputStream().write(BALL.getBytes(US_ASCII));
                    readAnswer(older);
                }
                try (var newest = connect(http)) {
                    newest.getOutputStream().write(BALL.getBytes(US_ASCII));
                    assertThat(newest.getInputStream().readNBytes(1)).isNotEmpty();
                    rest(oldest);
                    older.getOutputStream().write(BALL.getBytes(US_ASCII));
                    readAnswer(older);
                }
            }
        }
    }

    @Test
    void in_a_house_full_of_work_the_newcomer_has_to_go() throws Exception {
        try (var http = serve(1, LONG, LONG, LONG);
                var working = connect(http)) {
            working.getOutputStream().write("GET /patient HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            arrived.await();
            try (var newcomer = connect(http)) {
                assertThat(rest(newcomer)).isEmpty();
            }
            released.countDown();
            assertThat(working.getInputStream().readNBytes(1)).isNotEmpty();
        }
    }

    @Test
    void many_more_clients_than_fit_do_not_keep_a_scrape_out() throws Exception {
        var clients = new ArrayList<Socket>();
        try (var http = serve(TEN, LONG, LONG, LONG)) {
            for (var i = 0; i < 20 * TEN; i++) {
                clients.add(connect(http));
            }
            assertThat(http.ask("GET", "/ball").body()).isEqualTo("round\n");
        } finally {
            for (var client : clients) {
                client.close();
            }
        }
    }

    @Test
    void a_head_without_end_is_refused() throws IOException {
        try (var http = serve(TEN, LONG, LONG, LONG)) {
            try (var client = connect(http)) {
                client.getOutputStream()
                        .write(("GET /ball HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000))
                                .getBytes(US_ASCII));
                assertThat(rest(client)).startsWith("HTTP/1.1 4");
            }
            try (var client = connect(http)) {
                client.getOutputStream().write(("GET /" + "x".repeat(20_000)).getBytes(US_ASCII));
                assertThat(rest(client)).startsWith("HTTP/1.1 4");
            }
        }
    }

    private Exchange serve(int connections, Duration read, Duration write, Duration idle) {
        var limits = new HttpLimits(connections, read, write, idle);
        return new Exchange(new HttpSettings(new Address("127.0.0.1", 0), limits, Optional.empty()), this::toys);
    }

    private void toys(HttpRouting.Builder routing) {
        var hill = new byte[64 << 20];
        Get.route(routing, "/ball", (request, response) -> response.send("round\n"));
        Get.route(routing, "/patient", (request, response) -> {
            arrived.countDown();
            released.await();
            response.send("round\n");
        });
        routing.post(
                "/box", (request, response) -> response.send(request.content().as(String.class)));
        routing.post("/paced", (request, response) -> {
            var body = PacedBody.of(request, SHORT);
            var first = body.readNBytes(1);
            if (request.headers().contains(HeaderNames.create("X-Patient"))) {
                arrived.countDown();
                released.await();
            }
            response.send(first.length + body.readAllBytes().length + " bytes");
        });
        Get.route(routing, "/hill", (request, response) -> {
            try {
                response.send(hill);
            } finally {
                ended.countDown();
            }
        });
        Get.route(routing, "/hurry", (request, response) -> {
            AnswerDeadline.within(request, SHORT);
            try {
                response.send(hill);
            } finally {
                ended.countDown();
            }
        });
    }

    private static Socket connect(Exchange http) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), http.port());
    }

    /// Reads all of an answer to a request for the ball.
    private static void readAnswer(Socket client) throws IOException {
        var answer = "";
        while (!answer.endsWith("round\n")) {
            var next = client.getInputStream().read();
            assertThat(next).isNotNegative();
            answer += (char) next;
        }
    }

    /// Returns all that still comes until the other side ends it, in order or not.
    private static String rest(Socket client) throws IOException {
        client.setSoTimeout((int) Exchange.PATIENCE.toMillis());
        var rest = new StringBuilder();
        try {
            var bytes = new byte[1 << 16];
            for (var read = 0; read >= 0; read = client.getInputStream().read(bytes)) {
                rest.append(new String(bytes, 0, read, US_ASCII));
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("it is still open, with " + rest, e);
        } catch (IOException _) {
            // It was cut.
        }
        return rest.toString();
    }

    /// Sends a byte each 20 ms until the other side has had enough, and says how many.
    private static int trickle(Socket client, String text) throws IOException {
        client.setSoTimeout(20);
        for (var sent = 0; sent < text.length(); sent++) {
            try {
                client.getOutputStream().write(text.charAt(sent));
                if (client.getInputStream().read() < 0) {
                    return sent;
                }
            } catch (SocketTimeoutException _) {
                // It still listens.
            } catch (IOException _) {
                return sent;
            }
        }
        return text.length();
    }
}
