package io.gpuledger.analyzer.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import io.gpuledger.analyzer.parse.proto.SnappyWriter;
import io.gpuledger.analyzer.parse.write.WriteMessages;
import io.gpuledger.analyzer.parse.write.WriteMessages.Series;
import io.gpuledger.analyzer.parse.write.WriteVersion;
import io.gpuledger.analyzer.remotewrite.Receiver.Arrived;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WriteRouteTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final long MILLIS = NOW.toEpochMilli();
    private static final String V1 = "application/x-protobuf";
    private static final String V2 = "application/x-protobuf;proto=io.prometheus.write.v2.Request";
    private static final Series POWER =
            Series.of("__name__", "power", "gpu", "0").with(70.5, MILLIS - 5_000);

    private final Receiver receiver = new Receiver(Receiver.SETTINGS, InstantSource.fixed(NOW));
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
        receiver.close();
    }

    private HttpRequest.Builder request(String type, BodyPublisher body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + receiver.port() + "/api/v1/write"))
                .header("Content-Type", type)
                .header("Content-Encoding", "snappy")
                .POST(body);
    }

    private HttpResponse<String> post(WriteVersion version, Series... series) throws IOException, InterruptedException {
        return post(version == WriteVersion.V1 ? V1 : V2, WriteMessages.body(version, series));
    }

    private HttpResponse<String> post(String type, byte[] body) throws IOException, InterruptedException {
        return send(request(type, BodyPublishers.ofByteArray(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource
    void what_is_sent_arrives(WriteVersion version) throws IOException, InterruptedException {
        var response = post(version, POWER, Series.of("__name__", "ignored").with(1, 1));

        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.body()).isEmpty();
        assertThat(receiver.arrived).containsExactly(new Arrived("power{gpu=\"0\"}", 70.5, MILLIS - 5_000));
    }

    @Test
    void version_2_is_told_how_much_was_written() throws IOException, InterruptedException {
        var something = new ProtoWriter().varint(1, 1);
        var other = new ProtoWriter()
                .bytes(1, new byte[] {0, 0})
                .message(3, something)
                .message(4, something);
        var series = new ProtoWriter()
                .bytes(1, new byte[] {1, 2})
                .message(2, new ProtoWriter().number(1, 1).varint(2, MILLIS))
                .message(2, new ProtoWriter().bits(1, 0x7ff0_0000_0000_0002L).varint(2, MILLIS));
        var message = new ProtoWriter()
                .text(4, "")
                .text(4, "__name__")
                .text(4, "power")
                .message(5, series)
                .message(5, other);
        var response = post(V2, SnappyWriter.compress(message.toBytes()));

        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(written(response)).isEqualTo(List.of("2", "1", "1"));
        assertThat(written(post(WriteVersion.V1, POWER))).isEmpty();
    }

    private static List<String> written(HttpResponse<String> response) {
        return List.of("Samples", "Histograms", "Exemplars").stream()
                .flatMap(what ->
                        response.headers().firstValue("X-Prometheus-Remote-Write-" + what + "-Written").stream())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void the_good_is_taken_and_the_rest_is_refused_for_good(WriteVersion version)
            throws IOException, InterruptedException {
        var response = post(
                version,
                POWER.with(1, MILLIS - Duration.ofDays(15).toMillis()).with(2, MILLIS + 700_000),
                Series.of("gpu", "1").with(3, MILLIS));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .contains("3 of 4 samples were not taken: 1 too old, 1 in the future, 1 no metric name;"
                        + " the others were.");
        assertThat(receiver.arrived).hasSize(1);
        if (version == WriteVersion.V2) {
            assertThat(written(response)).isEqualTo(List.of("1", "0", "0"));
        }
        assertThat(receiver.metric("gpu_analyzer_remote_write_rejected_samples_total{reason=\"too_old\"}"))
                .hasValue(1);
    }

    @Test
    void what_cannot_be_read_is_refused_for_good_and_nothing_of_it_is_taken() throws IOException, InterruptedException {
        var message = new ProtoWriter().message(1, new ProtoWriter().raw(7));
        var response = post(V1, SnappyWriter.compress(message.toBytes()));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .contains("\"detail\":\"The request cannot be read: not the tag of a field: 7, at byte 3 of the"
                        + " message.\"");
        assertThat(post(V1, new byte[0]).statusCode()).isEqualTo(400);
        assertThat(receiver.arrived).isEmpty();
    }

    @Test
    void what_cannot_be_kept_is_to_be_sent_again() throws IOException, InterruptedException {
        receiver.gate = () -> {
            throw new NotTakenException("the disk of --data-dir is full");
        };
        var response = post(WriteVersion.V1, POWER);
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
        assertThat(response.body()).contains("\"detail\":\"Not taken: the disk of --data-dir is full\"");

        receiver.gate = () -> {};
        assertThat(post(WriteVersion.V1, POWER).statusCode()).isEqualTo(204);
        assertThat(receiver.metric("gpu_analyzer_remote_write_samples_total")).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-protobuf                                        | snappy | 204",
                "Application/X-Protobuf ; proto=prometheus.WriteRequest        | snappy | 204",
                "application/x-protobuf;proto=\"prometheus.WriteRequest\"      | snappy | 204",
                "application/x-protobuf; charset=x                             | snappy | 204",
                "application/x-protobuf;proto=prometheus.ReadRequest           | snappy | 415",
                "application/json                                              | snappy | 415",
                "application/x-protobuf                                        | gzip   | 415",
                "application/x-protobuf                                        | zstd   | 415",
            })
    void only_what_can_be_read_is_taken(String type, String encoding, int status)
            throws IOException, InterruptedException {
        var request = request(type, BodyPublishers.ofByteArray(WriteMessages.body(WriteVersion.V1, POWER)))
                .setHeader("Content-Encoding", encoding);
        var response = send(request);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        if (status == 415) {
            assertThat(response.body()).containsAnyOf("snappy, not", "io.prometheus.write.v2.Request, not");
        }
    }

    @Test
    void without_a_content_type_or_an_encoding_nothing_is_taken() throws IOException, InterruptedException {
        var body = BodyPublishers.ofByteArray(WriteMessages.body(WriteVersion.V1, POWER));
        var uri = URI.create("http://127.0.0.1:" + receiver.port() + "/api/v1/write");
        assertThat(send(HttpRequest.newBuilder(uri)
                                .header("Content-Encoding", "snappy")
                                .POST(body))
                        .statusCode())
                .isEqualTo(415);
        assertThat(send(HttpRequest.newBuilder(uri).header("Content-Type", V1).POST(body))
                        .statusCode())
                .isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "DELETE", "HEAD"})
    void only_post_is_answered(String method) throws IOException, InterruptedException {
        var response = send(request(V1, BodyPublishers.noBody()).method(method, BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).hasValue("POST");
    }

    @Test
    void a_body_that_is_too_long_is_refused_whether_it_says_so_or_not() throws IOException, InterruptedException {
        var body = new byte[100_001];
        assertThat(post(V1, body).statusCode()).isEqualTo(413);
        var chunked = send(request(V1, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(chunked.body()).contains("100,000 bytes", "remote-write-max-body");
        assertThat(post(WriteVersion.V1, POWER).statusCode()).isEqualTo(204);
    }

    @Test
    void a_body_that_claims_to_be_endless_is_not_waited_for() throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), receiver.port())) {
            socket.getOutputStream().write("""
                POST /api/v1/write HTTP/1.1\r
                Host: localhost\r
                Content-Type: application/x-protobuf\r
                Content-Encoding: snappy\r
                Content-Length: 1000000000000\r
                \r
                """.getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 413").containsIgnoringCase("connection: close");
        }
    }

    @Test
    void a_chunked_body_arrives() throws IOException, InterruptedException {
        var body = WriteMessages.body(
                WriteVersion.V1,
                IntStream.range(0, 4_000)
                        .mapToObj(i -> Series.of("__name__", "power", "gpu", "" + new Random(i).nextLong())
                                .with(i, MILLIS))
                        .toArray(Series[]::new));
        assertThat(body).hasSizeGreaterThan(70_000);
        var response = send(request(V1, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(receiver.arrived).hasSize(4_000);
    }

    @Test
    void when_all_desks_are_taken_others_are_to_come_again() throws Exception {
        var inside = new CountDownLatch(2);
        var released = new CountDownLatch(1);
        receiver.gate = () -> {
            inside.countDown();
            await(released);
        };
        var body = WriteMessages.body(WriteVersion.V1, POWER);
        var first = List.of(later(body), later(body));
        inside.await();

        var refused = post(V1, body);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.body()).contains("remote-write-max-requests");

        released.countDown();
        for (var one : first) {
            assertThat(one.get().statusCode()).isEqualTo(204);
        }
        assertThat(post(V1, body).statusCode()).isEqualTo(204);
    }

    private CompletableFuture<HttpResponse<String>> later(byte[] body) {
        return client.sendAsync(request(V1, BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofString());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void parallel_requests_share_their_series() throws Exception {
        var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (var i = 0; i < 20; i++) {
            answers.add(later(WriteMessages.body(WriteVersion.V1, POWER.with(i, MILLIS))));
        }
        var statuses = new ArrayList<Integer>();
        for (var answer : answers) {
            statuses.add(answer.get().statusCode());
        }
        assertThat(statuses).containsAnyOf(204).isSubsetOf(204, 503);
        assertThat(receiver.asked()).containsExactly("power{gpu=\"0\"}");
    }

    @Test
    void its_metrics_say_what_came() throws IOException, InterruptedException {
        var body = WriteMessages.body(
                WriteVersion.V1,
                POWER.with(WriteMessages.STALE, MILLIS),
                Series.of("__name__", "ignored").with(1, 1).with(1, 2));
        post(V1, body);
        post("text/plain", body);
        var want = Map.of(
                "requests_total{code=\"204\",version=\"1\"}", 1.0,
                "requests_total{code=\"415\",version=\"unknown\"}", 1.0,
                "samples_total", 1.0,
                "ignored_samples_total", 2.0,
                "stale_markers_total", 1.0,
                "received_bytes_total", (double) body.length,
                "rejected_samples_total{reason=\"too_old\"}", 0.0,
                "duration_seconds_count", 2.0,
                "lag_seconds_sum", 5.0,
                "known_series", 2.0);
        want.forEach((name, value) -> assertThat(receiver.metric("gpu_analyzer_remote_write_" + name))
                .as(name + receiver.registry.scrape())
                .hasValue(value));
    }

    @Test
    void series_that_are_too_many_are_looked_up_anew_and_none_is_taken_for_another()
            throws IOException, InterruptedException {
        for (var request = 0; request < 14; request++) {
            var first = request % 7 * 2_000;
            var series = IntStream.range(first, first + 2_000)
                    .mapToObj(i -> Series.of("__name__", "s" + i).with(i, MILLIS))
                    .toArray(Series[]::new);

            assertThat(post(WriteVersion.V1, series).statusCode()).isEqualTo(204);
        }

        assertThat(receiver.arrived)
                .hasSize(28_000)
                .allSatisfy(sample -> assertThat(sample.series()).isEqualTo("s%.0f{}".formatted(sample.value())));
        assertThat(receiver.metric("gpu_analyzer_remote_write_forgotten_series_total"))
                .hasValue(20_000);
        assertThat(receiver.metric("gpu_analyzer_remote_write_known_series")).hasValue(8_000);
    }

    @Test
    void random_bodies_are_refused_for_good_and_nothing_else() throws IOException, InterruptedException {
        var good = WriteMessages.body(WriteVersion.V2, POWER, POWER);
        for (var seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            var body = good.clone();
            for (var i = 0; i < 3; i++) {
                body[random.nextInt(body.length)] = (byte) random.nextInt();
            }
            assertThat(post(seed % 2 == 0 ? V1 : V2, body).statusCode())
                    .as("seed %d", seed)
                    .isIn(204, 400);
        }
        assertThat(post(WriteVersion.V2, POWER).statusCode()).isEqualTo(204);
    }

    @Test
    void slow_senders_keep_nobody_from_being_heard() throws Exception {
        var slow = new ArrayList<Socket>();
        try {
            for (var i = 0; i < 16; i++) {
                var sender = new Socket(InetAddress.getLoopbackAddress(), receiver.port());
                slow.add(sender);
                sender.getOutputStream().write("""
                    POST /api/v1/write HTTP/1.1\r
                    Host: localhost\r
                    Content-Type: application/x-protobuf\r
                    Content-Encoding: snappy\r
                    Content-Length: 90000\r
                    \r
                    x\
                    """.getBytes(StandardCharsets.US_ASCII));
            }
            for (var i = 0; i < 20; i++) {
                assertThat(post(WriteVersion.V1, POWER.with(i, MILLIS)).statusCode())
                        .isEqualTo(204);
            }
        } finally {
            for (var sender : slow) {
                sender.close();
            }
        }
    }
}
