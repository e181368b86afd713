package io.gpuledger.analyzer.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.web.gate.Gate;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.helidon.webserver.http.HttpRouting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepresentationTest {
    private final HttpServer server = HttpServer.start(
            HttpSettings.at(new Address("127.0.0.1", 0)),
            new Reloads(Duration.ZERO, InstantSource.system()),
            Gate.open(),
            this::route);
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile String words = "word ".repeat(1_000);

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private void route(HttpRouting.Builder routing) {
        var data = Shape.<String>of("data", Field.of("words", Type.TEXT, text -> text, "Some words."));
        endpoint("/kept", Form.Document.of(data)).add(routing);
        endpoint("/streamed", Form.Document.streamed(data)).add(routing);
        endpoint("/picture", new Form.File<String>(_ -> "image/png", text -> text.getBytes(UTF_8)))
                .add(routing);
        endpoint("/page", new Form.Html<String>((text, _) -> text)).add(routing);
        new Endpoint<>(
                        "/meanwhile",
                        "words",
                        Question.none(Unknown.REFUSED),
                        new Form.Html<String>((text, _) -> text),
                        _ -> new Outcome.Meanwhile<>(words))
                .add(routing);
    }

    private Endpoint<?, ?> endpoint(String path, Form<String> form) {
        return new Endpoint<>(path, "words", Question.none(Unknown.REFUSED), form, _ -> new Outcome.Answered<>(words));
    }

    private HttpResponse<byte[]> ask(String method, String path, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        return ask("GET", path, headers);
    }

    private static String tag(HttpResponse<?> answer) {
        return answer.headers().firstValue("etag").orElseThrow();
    }

    private static byte[] unpacked(HttpResponse<byte[]> answer) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/kept", "/page", "/picture"})
    void who_has_the_answer_is_not_sent_it_again(String path) throws IOException, InterruptedException {
        var first = get(path);
        var again = get(path, "If-None-Match", "\"other\", W/" + tag(first));

        assertThat(first.headers().firstValue("cache-control")).hasValue("private, no-cache");
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        for (var name : List.of("etag", "cache-control", "vary")) {
            assertThat(again.headers().allValues(name))
                    .as(name)
                    .isNotEmpty()
                    .isEqualTo(first.headers().allValues(name));
        }
    }

    @Test
    void another_answer_is_sent() throws IOException, InterruptedException {
        var first = get("/kept");
        words = "another ".repeat(1_000);
        var other = get("/kept", "If-None-Match", tag(first));

        assertThat(other.statusCode()).isEqualTo(200);
        assertThat(new String(other.body(), UTF_8)).contains(words);
        assertThat(tag(other)).isNotEqualTo(tag(first));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/kept", "/streamed", "/page"})
    void who_takes_gzip_gets_the_same_compressed(String path) throws IOException, InterruptedException {
        var packed = get(path, "Accept-Encoding", "br, gzip;q=0.5");

        assertThat(packed.headers().firstValue("content-encoding")).hasValue("gzip");
        assertThat(packed.headers().allValues("vary"))
                .containsExactlyInAnyOrder("Authorization, Cookie", "Accept, Accept-Encoding");
        assertThat(packed.body()).hasSizeLessThan(500);
        assertThat(unpacked(packed)).isEqualTo(get(path).body());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip                | true",
                "GZIP ; q=1.0        | true",
                "x-gzip              | true",
                "br,gzip;q=0.001,*   | true",
                "gzip;q=0            | false",
                "gzip;q=0.000, br    | false",
                "gzipped             | false",
                "identity            | false",
                "br                  | false",
            })
    void a_client_says_whether_it_takes_gzip(String accepted, boolean isTaken)
            throws IOException, InterruptedException {
        assertThat(get("/kept", "Accept-Encoding", accepted)
                        .headers()
                        .firstValue("content-encoding")
                        .isPresent())
                .isEqualTo(isTaken);
    }

    @Test
    void the_compressed_answer_has_a_tag_of_its_own() throws IOException, InterruptedException {
        var plain = get("/kept");
        var packed = get("/kept", "Accept-Encoding", "gzip");

        assertThat(tag(packed)).isNotEqualTo(tag(plain));
        assertThat(get("/kept", "Accept-Encoding", "gzip", "If-None-Match", tag(packed))
                        .statusCode())
                .isEqualTo(304);
        assertThat(get("/kept", "Accept-Encoding", "gzip", "If-None-Match", tag(plain))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_head_is_that_of_the_answer() throws IOException, InterruptedException {
        for (var encoding : List.of("gzip", "identity")) {
            var whole = get("/kept", "Accept-Encoding", encoding);
            var head = ask("HEAD", "/kept", "Accept-Encoding", encoding);

            assertThat(head.body()).isEmpty();
            assertThat(tag(head)).isEqualTo(tag(whole));
            assertThat(head.headers().firstValueAsLong("content-length")).hasValue(whole.body().length);
            assertThat(ask("HEAD", "/kept", "Accept-Encoding", encoding, "If-None-Match", tag(whole))
                            .statusCode())
                    .isEqualTo(304);
        }
    }

    @Test
    void what_is_short_or_a_picture_goes_as_it_is() throws IOException, InterruptedException {
        assertThat(get("/picture", "Accept-Encoding", "gzip").headers().firstValue("content-encoding"))
                .isEmpty();
        words = "few";
        assertThat(get("/kept", "Accept-Encoding", "gzip").headers().firstValue("content-encoding"))
                .isEmpty();
    }

    @Test
    void what_is_only_for_the_time_being_is_not_kept() throws IOException, InterruptedException {
        var answer = get("/meanwhile", "If-None-Match", "*");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("etag")).isEmpty();
        assertThat(answer.headers().firstValue("retry-after")).hasValue("10");
    }
}
