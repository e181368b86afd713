package io.gpuledger.analyzer.fit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A client of an API server that does what a test needs: makes objects, many at once, and watches pods.
public final class Api {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String address;
    private final String token;
    private final Path certificate;

    Api(String address, String token, Path certificate) {
        this.address = address;
        this.token = token;
        this.certificate = certificate;
    }

    /// A client that trusts the server's certificate, which is there only once the server has started.
    private final class Client {
        private final HttpClient http;

        Client() throws IOException, GeneralSecurityException {
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            try (var in = Files.newInputStream(certificate)) {
                var number = 0;
                for (var one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    store.setCertificateEntry("k" + number++, one);
                }
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.getTrustManagers(), null);
            http = HttpClient.newBuilder().sslContext(tls).build();
        }

        HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create(address + path))
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/json");
        }
    }

    private final List<Client> client = new ArrayList<>();

    private synchronized Client client() throws IOException {
        if (client.isEmpty()) {
            try {
                client.add(new Client());
            } catch (GeneralSecurityException e) {
                throw new IOException(e);
            }
        }
        return client.getFirst();
    }

    /// Waits until the server answers.
    void untilReady() throws InterruptedException, IOException {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                if (Files.exists(certificate) && send("GET", "/readyz", "").statusCode() == 200) {
                    return;
                }
            } catch (IOException e) {
                client.clear();
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
            if (System.nanoTime() > end) {
                throw new IOException("the API server does not become ready");
            }
            Thread.sleep(100);
        }
    }

    private HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        var request = client().request(path)
                .timeout(PATIENCE)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (method.equals("PATCH")) {
            request.setHeader("Content-Type", "application/merge-patch+json");
        }
        return client().http.send(request.build(), BodyHandlers.ofString());
    }

    public JsonNode call(String method, String path, Object body) throws IOException, InterruptedException {
        var answer = send(method, path, body.equals("") ? "" : JSON.writeValueAsString(body));
        if (answer.statusCode() >= 300) {
            throw new IOException(
                    "%s %s: %s for %s".formatted(method, path, answer.body(), JSON.writeValueAsString(body)));
        }
        return JSON.readTree(answer.body());
    }

    /// Returns what the server answers, also where it refuses.
    JsonNode post(String path, Object body) throws IOException, InterruptedException {
        return JSON.readTree(send("POST", path, JSON.writeValueAsString(body)).body());
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        return call("GET", path, "");
    }

    /// Does all of these at the same time.
    public static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (var future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        }
    }

    /// Tells of all probes that change from now on, until the server ends.
    void watchPods(Consumer<JsonNode> consumer) throws IOException, InterruptedException {
        var since = get("/api/v1/pods?limit=1").at("/metadata/resourceVersion").asText();
        var request = client().request("/api/v1/pods?watch=1&labelSelector=probe&resourceVersion=" + since);
        HttpResponse<Stream<String>> answer = client().http.send(request.build(), BodyHandlers.ofLines());
        Thread.ofVirtual().start(() -> {
            try (var lines = answer.body()) {
                lines.forEach(line -> consumer.accept(read(line).get("object")));
            } catch (UncheckedIOException _) {
                // The server has ended. Who waits for a verdict then waits in vain, and says so.
            }
        });
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
