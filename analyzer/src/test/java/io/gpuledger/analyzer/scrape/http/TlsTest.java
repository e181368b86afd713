package io.gpuledger.analyzer.scrape.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.gpuledger.analyzer.scrape.http.FetchException.Failure;
import io.gpuledger.gate.OpenSsl;
import io.gpuledger.service.tls.Certificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class TlsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private static Path folder;

    private static OpenSsl openSsl;

    @BeforeAll
    static void certificates() throws Exception {
        openSsl = new OpenSsl(folder);
        openSsl.certificate("node", "DNS:node.internal", "IP:127.0.0.1");
        openSsl.certificate("stranger", "DNS:stranger");
        openSsl.certificate("named", "DNS:gpu-exporter.monitoring");
        openSsl.certificate("analyzer", "DNS:analyzer");
    }

    private static HttpServer serve(String name) throws Exception {
        return serve(new HttpsConfigurator(openSsl.server(name)));
    }

    private static HttpServer serve(HttpsConfigurator configurator) throws IOException {
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setHttpsConfigurator(configurator);
        server.createContext("/metrics", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("hi".getBytes(ISO_8859_1));
            exchange.close();
        });
        server.start();
        return server;
    }

    private static Optional<Path> file(String name) {
        return Optional.of(folder.resolve(name));
    }

    private static TlsFiles trusting(String name) {
        return TlsFiles.trusting(file(name + ".crt"));
    }

    private static Client client(TlsFiles files) throws IOException {
        return new Client(new ClientOptions("*/*", false, Credentials.NONE, files), new Buffers(2, 1000));
    }

    private static String get(int port, TlsFiles files) throws IOException, FetchException {
        try (var client = client(files);
                var peer = client.peer(new Url(true, "127.0.0.1", port, "/metrics"), "")) {
            peer.<Integer, RuntimeException>get(PATIENCE, FetchedPage::length);
            return peer.<String, RuntimeException>get(
                    PATIENCE, page -> new String(page.bytes(), 0, page.length(), ISO_8859_1));
        }
    }

    private static FetchException failure(int port, TlsFiles files) throws IOException {
        try {
            throw new AssertionError("it answers " + get(port, files));
        } catch (FetchException e) {
            return e;
        }
    }

    @Test
    void a_server_is_known_by_who_signed_its_certificate() throws Exception {
        var server = serve("node");
        var port = server.getAddress().getPort();

        assertThat(get(port, trusting("node"))).isEqualTo("hi");
        var e = failure(port, trusting("stranger"));
        assertThat(e.failure()).isEqualTo(Failure.TLS);
        assertThat(e.reason()).contains("signed by nobody whom we trust");
        assertThat(failure(port, TlsFiles.NONE).failure()).isEqualTo(Failure.TLS);
        server.stop(0);
    }

    @Test
    void a_certificate_has_to_be_of_the_host_or_of_the_name_that_is_given() throws Exception {
        var server = serve("named");
        var port = server.getAddress().getPort();
        var trusted = file("named.crt");
        var none = Optional.<Path>empty();

        assertThat(failure(port, trusting("named")).failure()).isEqualTo(Failure.TLS);
        assertThat(get(port, new TlsFiles(trusted, none, none, Optional.of("gpu-exporter.monitoring"), false)))
                .isEqualTo("hi");
        assertThat(failure(port, new TlsFiles(trusted, none, none, Optional.of("other"), false))
                        .failure())
                .isEqualTo(Failure.TLS);
        server.stop(0);
    }

    @Test
    void whoever_asks_for_it_trusts_anybody() throws Exception {
        var server = serve("named");
        var none = Optional.<Path>empty();

        assertThat(get(server.getAddress().getPort(), new TlsFiles(none, none, none, Optional.empty(), true)))
                .isEqualTo("hi");
        server.stop(0);
    }

    @Test
    void a_server_that_asks_for_a_certificate_is_shown_ours() throws Exception {
        var context = mutual("node", "analyzer");
        var server = serve(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                var ssl = context.getDefaultSSLParameters();
                ssl.setNeedClientAuth(true);
                parameters.setSSLParameters(ssl);
            }
        });
        var port = server.getAddress().getPort();
        var ours = new TlsFiles(file("node.crt"), file("analyzer.crt"), file("analyzer.key"), Optional.empty(), false);

        assertThat(get(port, ours)).isEqualTo("hi");
        // With TLS 1.3 it says so only after the handshake, and may have gone before we hear it.
        assertThat(failure(port, trusting("node")).failure()).isIn(Failure.TLS, Failure.BAD_ANSWER);
        server.stop(0);
    }

    private static SSLContext mutual(String name, String trusted) throws Exception {
        openSsl.server(name);
        var password = "secret".toCharArray();
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(folder.resolve(name + ".p12").toFile(), password), password);
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
                trusted,
                Certificates.parse(Files.readString(folder.resolve(trusted + ".crt")))
                        .getFirst());
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void new_files_are_for_new_connections() throws Exception {
        var server = serve("node");
        Files.copy(folder.resolve("stranger.crt"), folder.resolve("live.crt"));
        try (var client = client(trusting("live"));
                var peer = client.peer(
                        new Url(true, "127.0.0.1", server.getAddress().getPort(), "/metrics"), "")) {
            assertThat(failing(peer).failure()).isEqualTo(Failure.TLS);

            Files.writeString(folder.resolve("live.crt"), Files.readString(folder.resolve("node.crt")));
            client.reloadTls();

            assertThat(peer.<Integer, RuntimeException>get(PATIENCE, FetchedPage::length))
                    .isEqualTo(2);
        }
        server.stop(0);
    }

    private static FetchException failing(Peer peer) {
        try {
            throw new AssertionError(
                    "it answers " + peer.<Integer, RuntimeException>get(PATIENCE, FetchedPage::length));
        } catch (FetchException e) {
            return e;
        }
    }

    @Test
    void files_that_do_not_do_are_named() {
        var none = Optional.<Path>empty();
        for (var files : List.of(
                TlsFiles.trusting(file("none.crt")),
                TlsFiles.trusting(file("node.key")),
                new TlsFiles(none, file("node.crt"), file("analyzer.crt"), Optional.empty(), false))) {
            assertThatIOException().isThrownBy(() -> client(files)).withMessageContaining(folder.toString());
        }
        assertThatIOException()
                .isThrownBy(() ->
                        client(new TlsFiles(none, file("node.crt"), file("analyzer.key"), Optional.empty(), false)))
                .withMessageContaining("private key is not that of");
    }

    @Test
    void whoever_speaks_no_tls_is_told_so() throws Exception {
        try (var server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            var plain = Thread.ofVirtual().start(() -> {
                try (var socket = server.accept()) {
                    RawServer.say(socket.getOutputStream(), "HTTP/1.1 400 Bad Request\r\n\r\n");
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException _) {
                    // The client has left.
                }
            });
            var e = failure(server.getLocalPort(), trusting("node"));

            assertThat(e.failure()).isEqualTo(Failure.TLS);
            assertThat(e.reason()).contains("does not speak TLS: is its scheme http?");
            plain.join(PATIENCE);
        }
    }

    @Test
    void a_handshake_that_drips_is_left_in_time() throws Exception {
        try (var server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            var dripping = Thread.ofVirtual().start(() -> {
                try (var socket = server.accept()) {
                    // A record of a handshake, 16 kB long.
                    socket.getOutputStream().write(new byte[] {22, 3, 3, 0x40, 0});
                    while (true) {
                        socket.getOutputStream().write(0);
                        LockSupport.parkNanos(5_000_000);
                    }
                } catch (IOException _) {
                    // The client has left.
                }
            });
            try (var client = client(trusting("node"));
                    var peer = client.peer(new Url(true, "127.0.0.1", server.getLocalPort(), "/"), "")) {
                peer.<Integer, RuntimeException>get(Duration.ofMillis(300), FetchedPage::length);
                throw new AssertionError("it answers");
            } catch (FetchException e) {
                assertThat(e.failure()).isEqualTo(Failure.TIMEOUT);
                assertThat(e.reason()).contains("no handshake");
            }
            dripping.join(PATIENCE);
        }
    }
}
