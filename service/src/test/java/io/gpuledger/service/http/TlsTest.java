package io.gpuledger.service.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.OpenSsl;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.webconfig.WebConfigFile;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class TlsTest {
    private static final String LOCAL = "IP:127.0.0.1";
    private static final Optional<String> NOBODY = Optional.empty();

    @TempDir
    Path folder;

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Reloads reloads = new Reloads(Duration.ofMillis(10), InstantSource.system()).start();

    @BeforeEach
    void make_certificates() throws IOException, InterruptedException {
        var openSsl = new OpenSsl(folder);
        openSsl.certificate("server", LOCAL);
        openSsl.certificate("next", LOCAL);
        openSsl.certificate("known", "DNS:known.example", "URI:spiffe://known", "IP:::1");
        openSsl.certificate("stranger", "DNS:stranger.example");
    }

    @AfterEach
    void close() {
        reloads.close();
    }

    @Test
    void pages_are_served_over_tls() throws Exception {
        try (var server = serve("")) {
            assertThat(trusting("server").get(server.port(), "/ball").body()).isEqualTo("round\n");
        }
    }

    @Test
    void who_speaks_no_tls_gets_no_page() throws IOException {
        try (var server = serve("");
                var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout((int) Exchange.PATIENCE.toMillis());
            socket.getOutputStream().write("GET /ball HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));

            assertThat(socket.getInputStream().readAllBytes()).asString().doesNotContain("round");
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        NoClientCert               , yes, yes, yes
        RequestClientCert          , yes, yes, yes
        RequireAnyClientCert       , no , yes, yes
        VerifyClientCertIfGiven    , yes, yes, no
        RequireAndVerifyClientCert , no , yes, no
        """)
    void clients_are_let_in_by_the_policy(String policy, String nobody, String known, String stranger)
            throws Exception {
        var authority = policy.equals("NoClientCert") ? "" : "  client_ca_file: known.crt\n";
        try (var server = serve("  client_auth_type: " + policy + "\n" + authority)) {
            assertThat(isLetIn(server, NOBODY)).isEqualTo(nobody.equals("yes"));
            assertThat(isLetIn(server, Optional.of("known"))).isEqualTo(known.equals("yes"));
            assertThat(isLetIn(server, Optional.of("stranger"))).isEqualTo(stranger.equals("yes"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "known.example, true",
        "spiffe://known, true",
        "::1, true",
        "0:0:0:0:0:0:0:1, true",
        "known, false",
        "other.example, false",
    })
    void a_client_needs_an_allowed_name(String allowed, boolean letIn) throws Exception {
        try (var server = serve("""
              client_auth_type: RequireAndVerifyClientCert
              client_ca_file: known.crt
              client_allowed_sans: ["elsewhere", "%s"]
            """.formatted(allowed))) {
            assertThat(isLetIn(server, Optional.of("known"))).isEqualTo(letIn);
        }
    }

    @Test
    void versions_cipher_suites_and_curves_are_those_of_the_file() throws Exception {
        try (var server = serve("""
              max_version: TLS12
              cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384]
              curve_preferences: [CurveP256]
            """)) {
            var client = trusting("server");
            var everything = new SSLParameters();
            try (var socket = client.connect(server.port(), everything)) {
                assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
                assertThat(socket.getSession().getCipherSuite()).isEqualTo("TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA");
            }
            assertThatIOException()
                    .isThrownBy(() -> client.connect(server.port(), new SSLParameters(null, new String[] {"TLSv1.3"})));
            var anotherCurve = new SSLParameters();
            anotherCurve.setNamedGroups(new String[] {"secp384r1"});
            // Another client, which has no session to go on with.
            var other = trusting("server");
            assertThatIOException().isThrownBy(() -> other.connect(server.port(), anotherCurve));
        }
    }

    @Test
    void a_new_certificate_is_for_new_handshakes_and_disturbs_nobody() throws Exception {
        try (var server = serve("");
                var old = trusting("server").client();
                var waiting = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(TlsClient.get(old, server.port(), "/ball").statusCode()).isEqualTo(200);
            var inFlight = waiting.submit(() -> trusting("server").get(server.port(), "/patient"));
            arrived.await();
            replace("next.crt", "server.crt");
            replace("next.key", "server.key");
            awaitPage(server.port(), trusting("next"));

            assertThatIOException().isThrownBy(() -> trusting("server-before").get(server.port(), "/ball"));
            assertThat(TlsClient.get(old, server.port(), "/ball").body()).isEqualTo("round\n");
            released.countDown();
            assertThat(inFlight.get().body()).isEqualTo("patient\n");
        }
    }

    @Test
    void a_stricter_policy_is_for_new_handshakes() throws Exception {
        try (var server = serve("")) {
            assertThat(isLetIn(server, NOBODY)).isTrue();
            write("  client_auth_type: RequireAnyClientCert\n");
            while (isLetIn(server, NOBODY)) {
                Thread.onSpinWait();
            }
            assertThat(isLetIn(server, Optional.of("stranger"))).isTrue();
        }
    }

    @Test
    void a_key_that_does_not_fit_leaves_the_old_certificate_in_force() throws Exception {
        try (var server = serve("")) {
            replace("next.key", "server.key");
            awaitFailures(1);

            assertThat(isLetIn(server, NOBODY)).isTrue();
        }
    }

    @Test
    void tls_is_not_switched_off_while_serving() throws Exception {
        try (var server = serve("")) {
            Files.writeString(folder.resolve("web.yml"), "");
            awaitFailures(1);

            assertThat(isLetIn(server, NOBODY)).isTrue();
        }
    }

    private HttpServer serve(String more) throws IOException {
        Files.copy(folder.resolve("server.crt"), folder.resolve("server-before.crt"));
        var file = WebConfigFile.open(write(more).toString());
        var http = new HttpSettings(new Address("127.0.0.1", 0), HttpLimits.DEFAULT, Optional.of(file));
        return HttpServer.start(http, reloads, this::toys);
    }

    private Path write(String more) throws IOException {
        var tls = "tls_server_config:\n  cert_file: server.crt\n  key_file: server.key\n";
        return Files.writeString(folder.resolve("web.yml"), tls + more);
    }

    private void toys(HttpRouting.Builder routing) {
        Get.route(routing, "/ball", (request, response) -> response.send("round\n"));
        Get.route(routing, "/patient", (request, response) -> {
            arrived.countDown();
            released.await();
            response.send("patient\n");
        });
    }

    private TlsClient trusting(String name) throws GeneralSecurityException, IOException {
        return new TlsClient(folder, name);
    }

    /// The request is made by curl, as the JDK's clients show no certificate that the server has not named an authority
    /// for.
    private boolean isLetIn(HttpServer server, Optional<String> who) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Counterpart.find("curl", "curl").toString(), "--silent", "--cacert"));
        command.add("server-before.crt");
        who.ifPresent(name -> command.addAll(List.of("--cert", name + ".crt", "--key", name + ".key")));
        command.add("https://127.0.0.1:" + server.port() + "/ball");
        var curl = new ProcessBuilder(command).directory(folder.toFile()).start();
        return new String(curl.getInputStream().readAllBytes(), US_ASCII).equals("round\n");
    }

    private void replace(String newer, String older) throws IOException {
        Files.copy(folder.resolve(newer), folder.resolve("moving"), StandardCopyOption.REPLACE_EXISTING);
        Files.move(folder.resolve("moving"), folder.resolve(older), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void awaitPage(int port, TlsClient client) throws InterruptedException {
        while (true) {
            try {
                assertThat(client.get(port, "/ball").statusCode()).isEqualTo(200);
                return;
            } catch (IOException _) {
                Thread.onSpinWait();
            }
        }
    }

    private void awaitFailures(long failures) {
        while (reloads.states().firstEntry().getValue().failures() < failures) {
            Thread.onSpinWait();
        }
    }
}
