package io.gpuledger.exporter.attribution.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.apiserver.Objects.Pod;
import io.gpuledger.gate.OpenSsl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests which API server is asked and as whom, and that each trouble is told with what mends it.
@Timeout(600)
class ApiServerTroubleTest {
    @TempDir
    private Path folder;

    private FakeApiServer server;

    @BeforeEach
    void start() throws IOException {
        server = FakeApiServer.start().hasPod("node-1", Pod.of("train"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static PodWatch watch(ApiServerSettings settings) {
        return new PodWatch(new Inquiry(settings, "node-1", PodWatchTest.FAST, InstantSource.system())).start();
    }

    private static String trouble(ApiServerSettings settings) {
        try (var watch = watch(settings)) {
            var trouble = new AtomicReference<>(Optional.<String>empty());
            Await.until(
                    () -> {
                        trouble.set(watch.contact().trouble());
                        return trouble.get().isPresent();
                    },
                    watch::contact);
            return trouble.get().orElseThrow();
        }
    }

    private ApiServerSettings withToken(Path token) {
        return new ApiServerSettings(server.uri(), Optional.of(token), Optional.empty());
    }

    @Test
    void a_token_that_changes_is_read_anew() throws Exception {
        var token = Files.writeString(folder.resolve("token"), "first\n");
        server.accepts("first");
        try (var watch = watch(withToken(token))) {
            var begun = server.watch();
            server.accepts("second");
            begun.ends();
            Await.trouble(watch::contact, "401");
            assertThat(watch.contact().trouble().orElseThrow())
                    .contains("does not accept the token of " + token, "is it this cluster's")
                    .doesNotContain("first");
            Files.writeString(token, "second");
            server.watch();
            Await.until(() -> watch.contact().trouble().isEmpty(), watch::contact);
        }
    }

    @Test
    void without_a_service_account_it_says_what_the_pod_needs() {
        assertThat(trouble(withToken(folder.resolve("token"))))
                .contains("cannot read " + folder.resolve("token"), "automountServiceAccountToken");
    }

    @Test
    void a_file_that_holds_no_token_is_named_and_not_shown() throws Exception {
        var token = Files.writeString(folder.resolve("token"), "half a\nsecret");
        assertThat(trouble(withToken(token)))
                .contains(token + " holds no token")
                .doesNotContain("secret");
    }

    @Test
    void without_leave_to_list_the_role_is_named() {
        server.then(403, Objects.status(403, "User \\\"system:serviceaccount:a:b\\\" cannot list"));
        assertThat(trouble(server.settings()))
                .contains("does not let us list pods of the core API group")
                .contains("User \"system:serviceaccount:a:b\" cannot list")
                .contains("bind a ClusterRole with list and watch");
    }

    @Test
    void without_leave_to_watch_as_well() {
        server.thenAsEver().then(403, Objects.status(403, "no"));
        assertThat(trouble(server.settings())).contains("does not let us watch pods");
    }

    @Test
    void what_is_no_api_server_is_told_by_its_status() {
        server.then(502, "<html>\n<b>Bad gateway</b>");
        assertThat(trouble(server.settings())).contains("does not list pods", "(502)");
    }

    @Test
    void what_is_no_json_is_told() {
        server.then(200, "<html>");
        assertThat(trouble(server.settings())).contains("answers what is not to be read");
    }

    @Test
    void json_that_is_no_list_is_told() {
        server.then(200, "{}");
        assertThat(trouble(server.settings())).contains("something else than a list");
    }

    @Test
    void where_nobody_listens_it_says_where() {
        server.close();
        assertThat(trouble(server.settings())).contains("the API server at " + server.uri() + " cannot be asked");
    }

    @Test
    void a_name_that_cannot_be_resolved_is_told() {
        var nowhere =
                new ApiServerSettings(URI.create("https://nowhere.invalid:443"), Optional.empty(), Optional.empty());
        assertThat(trouble(nowhere))
                .contains("the name of the API server at https://nowhere.invalid:443 cannot be resolved");
    }

    @Test
    void over_tls_it_trusts_the_cluster_s_authorities_and_nobody_else() throws Exception {
        var authority = new OpenSsl(folder).certificate("server", "IP:127.0.0.1");
        var other = new OpenSsl(folder).certificate("other", "IP:127.0.0.1");
        try (var secure =
                FakeApiServer.start(new OpenSsl(folder).server("server")).hasPod("node-1", Pod.of("train"))) {
            try (var watch = watch(trusting(secure, authority))) {
                secure.watch();
                assertThat(watch.pods().count()).isEqualTo(1);
            }
            assertThat(trouble(trusting(secure, other)))
                    .contains("cannot be trusted", "signed by none of those in " + other);
        }
    }

    @Test
    void a_certificate_for_another_name_is_told() throws Exception {
        var authority = new OpenSsl(folder).certificate("server", "DNS:elsewhere");
        try (var secure = FakeApiServer.start(new OpenSsl(folder).server("server"))) {
            assertThat(trouble(trusting(secure, authority))).contains("is its certificate for this name?");
        }
    }

    @Test
    void authorities_that_change_are_read_anew() throws Exception {
        var authority = new OpenSsl(folder).certificate("server", "IP:127.0.0.1");
        var other = new OpenSsl(folder).certificate("other", "IP:127.0.0.1");
        var file = Files.copy(other, folder.resolve("ca.crt"));
        try (var secure = FakeApiServer.start(new OpenSsl(folder).server("server"));
                var watch = watch(trusting(secure, file))) {
            Await.trouble(watch::contact, "cannot be trusted");
            Files.write(file, Files.readAllBytes(authority));
            secure.watch();
            assertThat(watch.contact().trouble()).isEmpty();
        }
    }

    @Test
    void a_file_without_certificates_is_told() throws Exception {
        var file = Files.writeString(folder.resolve("ca.crt"), "-----BEGIN CERTIFICATE-----\nx");
        assertThat(trouble(new ApiServerSettings(server.uri(), Optional.empty(), Optional.of(file))))
                .contains(file + " holds no certificates in PEM");
    }

    private static ApiServerSettings trusting(FakeApiServer server, Path authorities) {
        return new ApiServerSettings(server.uri(), Optional.empty(), Optional.of(authorities));
    }
}
