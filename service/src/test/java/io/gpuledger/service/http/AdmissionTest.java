package io.gpuledger.service.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.webconfig.WebConfig.RateLimit;
import io.gpuledger.service.webconfig.WebConfigFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class AdmissionTest {
    private static final String ANN = authorization("ann:red");

    @TempDir
    Path folder;

    private final Reloads reloads = new Reloads(Duration.ofMillis(10), InstantSource.system()).start();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
        reloads.close();
    }

    @Test
    void every_path_asks_for_a_password() throws IOException, InterruptedException {
        try (var server = serve("basic_auth_users:\n  ann: " + hash("red"))) {
            for (var path : List.of("/ball", "/healthz", "/readyz", "/", "/nowhere")) {
                var refused = ask(server, "GET", path);
                assertThat(refused.statusCode()).as(path).isEqualTo(401);
                assertThat(refused.headers().firstValue("WWW-Authenticate"))
                        .as(path)
                        .contains("Basic");
                assertThat(refused.body()).as(path).contains("\"title\":\"Unauthorized\",\"status\":401");
            }
            assertThat(ask(server, "GET", "/ball", "Authorization", ANN).body()).isEqualTo("round\n");
            assertThat(ask(server, "GET", "/nowhere", "Authorization", ANN).statusCode())
                    .isEqualTo(404);
            assertThat(ask(server, "GET", "/ball", "Authorization", authorization("ann:blue"))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(ask(server, "GET", "/ball", "Authorization", "Bearer red")
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_refused_request_leaves_the_connection_in_order() throws IOException, InterruptedException {
        try (var server = serve("basic_auth_users:\n  ann: " + hash("red"))) {
            assertThat(ask(server, "HEAD", "/ball").statusCode()).isEqualTo(401);
            assertThat(ask(server, "POST", "/ball").statusCode()).isEqualTo(401);
            assertThat(ask(server, "GET", "/ball", "Authorization", ANN).body()).isEqualTo("round\n");
        }
    }

    @Test
    void headers_go_with_every_answer() throws IOException, InterruptedException {
        try (var server = serve("""
            http_server_config:
              headers:
                X-Frame-Options: deny
                Strict-Transport-Security: max-age=31536000; includeSubDomains
            """)) {
            for (var path : List.of("/ball", "/nowhere")) {
                var headers = ask(server, "GET", path).headers();
                assertThat(headers.firstValue("X-Frame-Options")).contains("deny");
                assertThat(headers.firstValue("Strict-Transport-Security"))
                        .contains("max-age=31536000; includeSubDomains");
            }
        }
    }

    @Test
    void what_comes_too_often_is_refused() throws IOException, InterruptedException {
        try (var server = serve("rate_limit:\n  interval: 1h\n  burst: 2\n")) {
            assertThat(ask(server, "GET", "/ball").statusCode()).isEqualTo(200);
            assertThat(ask(server, "GET", "/ball").statusCode()).isEqualTo(200);
            assertThat(ask(server, "GET", "/ball").statusCode()).isEqualTo(429);
        }
    }

    @Test
    void a_token_comes_back_with_each_interval() {
        var nanos = new AtomicLong();
        var bucket = new TokenBucket(new RateLimit(Duration.ofSeconds(1), 2), nanos::get);

        assertThat(List.of(bucket.take(), bucket.take(), bucket.take())).containsExactly(true, true, false);
        nanos.addAndGet(Duration.ofMillis(1500).toNanos());
        assertThat(List.of(bucket.take(), bucket.take())).containsExactly(true, false);
        nanos.addAndGet(Duration.ofMillis(500).toNanos());
        assertThat(List.of(bucket.take(), bucket.take())).containsExactly(true, false);
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(List.of(bucket.take(), bucket.take(), bucket.take())).containsExactly(true, true, false);
    }

    @Test
    void a_changed_file_is_in_force_for_the_next_request_and_a_bad_one_never() throws Exception {
        try (var server = serve("")) {
            assertThat(ask(server, "GET", "/ball").statusCode()).isEqualTo(200);
            Files.writeString(folder.resolve("web.yml"), "basic_auth_users:\n  ann: " + hash("red"));
            while (ask(server, "GET", "/ball").statusCode() == 200) {
                Thread.onSpinWait();
            }
            Files.writeString(folder.resolve("web.yml"), "basic_auth_users:\n  ann: red\n");
            awaitRefusal();
            assertThat(ask(server, "GET", "/ball").statusCode()).isEqualTo(401);
            assertThat(ask(server, "GET", "/ball", "Authorization", ANN).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void an_emptied_file_does_not_open_the_door() throws Exception {
        try (var server = serve("basic_auth_users:\n  ann: " + hash("red"))) {
            Files.writeString(folder.resolve("web.yml"), "");
            awaitRefusal();
            assertThat(ask(server, "GET", "/ball").statusCode()).isEqualTo(401);
        }
    }

    private void awaitRefusal() {
        while (reloads.states().firstEntry().getValue().success()) {
            Thread.onSpinWait();
        }
    }

    private HttpServer serve(String config) throws IOException {
        var file = Files.writeString(folder.resolve("web.yml"), config);
        var http = new HttpSettings(
                new Address("127.0.0.1", 0), HttpLimits.DEFAULT, Optional.of(WebConfigFile.open(file.toString())));
        return HttpServer.start(
                http, reloads, routing -> Get.route(routing, "/ball", (request, response) -> response.send("round\n")));
    }

    private HttpResponse<String> ask(HttpServer server, String method, String path, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Exchange.PATIENCE)
                .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String hash(String password) {
        return BCrypt.withDefaults().hashToString(4, password.toCharArray()) + "\n";
    }

    private static String authorization(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }
}
