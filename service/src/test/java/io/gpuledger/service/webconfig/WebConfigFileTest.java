package io.gpuledger.service.webconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.OpenSsl;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.tls.ClientAuth;
import io.gpuledger.service.webconfig.WebConfig.RateLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebConfigFileTest {
    private static final String HASH = "$2y$10$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu";
    private static final String TLS = "tls_server_config:\n  cert_file: server.crt\n  key_file: server.key\n";

    @TempDir
    Path folder;

    @BeforeEach
    void make_a_certificate() throws IOException, InterruptedException {
        new OpenSsl(folder).certificate("server", "DNS:localhost");
    }

    @Test
    void an_empty_file_changes_nothing() throws IOException {
        assertThat(read("")).isEqualTo(WebConfig.NONE);
        assertThat(read("tls_server_config:\nbasic_auth_users:\n")).isEqualTo(WebConfig.NONE);
        assertThat(read("http_server_config:\n  http2: false\n")).isEqualTo(WebConfig.NONE);
    }

    @Test
    void files_are_found_beside_the_configuration() throws IOException {
        var config = write(TLS + "  client_auth_type: RequireAndVerifyClientCert\n  client_ca_file: ./server.crt\n");
        var file = WebConfigFile.open(config.toString());

        var tls = file.atStart().tls().orElseThrow();
        assertThat(tls.identity().chain()).hasSize(1);
        assertThat(tls.clientAuth()).isEqualTo(ClientAuth.REQUIRE_AND_VERIFY_CLIENT_CERT);
        assertThat(tls.authorities()).hasSize(1);
        assertThat(file.files())
                .containsExactlyInAnyOrder(
                        config,
                        folder.resolve("server.crt"),
                        folder.resolve("server.key"),
                        folder.resolve("./server.crt"));
    }

    @Test
    void certificates_and_keys_can_stand_in_the_file() throws IOException {
        var text = "tls_server_config:\n  cert: |\n%s\n  key: |\n%s\n"
                .formatted(indented("server.crt"), indented("server.key"));

        assertThat(read(text).tls()).isPresent();
    }

    @Test
    void every_word_of_the_format_is_understood() throws IOException {
        var config = read(TLS + """
              client_auth_type: RequireAnyClientCert
              client_allowed_sans: [one, spiffe://two]
              min_version: TLS13
              max_version: TLS13
              cipher_suites:
                - TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384
                - TLS_AES_128_GCM_SHA256
              curve_preferences: [CurveP256, CurveP384, CurveP521, X25519]
              prefer_server_cipher_suites: no
            http_server_config:
              http2: true
              headers:
                X-Frame-Options: deny
                X-Content-Type-Options: nosniff
                X-XSS-Protection: 1
                Strict-Transport-Security: max-age=31536000; includeSubDomains
                Content-Security-Policy: ""
            basic_auth_users:
              carol: %s
            rate_limit:
              interval: 1m30s
              burst: 7
            """.formatted(HASH));

        var tls = config.tls().orElseThrow();
        assertThat(tls.allowedNames()).containsExactlyInAnyOrder("one", "spiffe://two");
        assertThat(tls.protocols()).containsExactly("TLSv1.3");
        assertThat(tls.cipherSuites())
                .containsExactlyInAnyOrder(
                        "TLS_AES_256_GCM_SHA384",
                        "TLS_AES_128_GCM_SHA256",
                        "TLS_CHACHA20_POLY1305_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
        assertThat(tls.namedGroups()).containsExactly("secp256r1", "secp384r1", "secp521r1", "x25519");
        assertThat(tls.ownOrder()).isFalse();
        assertThat(config.headers())
                .isEqualTo(Map.of(
                        "X-Frame-Options", "deny",
                        "X-Content-Type-Options", "nosniff",
                        "X-XSS-Protection", "1",
                        "Strict-Transport-Security", "max-age=31536000; includeSubDomains"));
        assertThat(config.users()).containsOnlyKeys("carol");
        assertThat(config.rateLimit()).contains(new RateLimit(Duration.ofSeconds(90), 7));
    }

    @ParameterizedTest
    @CsvSource({
        "NoClientCert, NO_CLIENT_CERT",
        "RequestClientCert, REQUEST_CLIENT_CERT",
        "RequireAnyClientCert, REQUIRE_ANY_CLIENT_CERT",
        "RequireClientCert, REQUIRE_ANY_CLIENT_CERT",
        "VerifyClientCertIfGiven, VERIFY_CLIENT_CERT_IF_GIVEN",
        "RequireAndVerifyClientCert, REQUIRE_AND_VERIFY_CLIENT_CERT",
    })
    void every_policy_for_clients_is_understood(String word, ClientAuth meaning) throws IOException {
        assertThat(read(TLS + "  client_auth_type: " + word).tls().orElseThrow().clientAuth())
                .isEqualTo(meaning);
    }

    @Test
    void versions_that_the_jdk_has_switched_off_are_refused_only_when_they_stand_alone() throws IOException {
        assertThat(read(TLS + "  min_version: TLS10\n").tls().orElseThrow().protocols())
                .containsExactly("TLSv1.2", "TLSv1.3");
        assertThat(problems(TLS + "  min_version: TLS10\n  max_version: TLS11\n"))
                .containsExactly("FILE:5: max_version: from TLS10 to TLS11 there is no version that this JDK speaks");
        assertThat(problems(TLS + "  min_version: TLS13\n  max_version: TLS12\n"))
                .containsExactly("FILE:5: max_version: from TLS13 to TLS12 there is no version that this JDK speaks");
    }

    @Test
    void all_that_is_wrong_is_told_at_once_with_its_line() throws IOException {
        assertThat(problems("""
            tls_server_config:
              cert_filse: server.crt
              key_file: missing.key
              client_auth_type: RequireAndVerify
              min_version: TLS111
              cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA2048]
              curve_preferences:
                - X25519
                - CurveP257
              prefer_server_cipher_suites: perhaps
              client_allowed_sans: [[one]]
            http_server_config:
              headers:
                X-Frame-Options: foo
                Content-Type: foo
            basic_auth_users:
              john: doe
              jane:
            rate_limit:
              interval: soon
              burst: -1
            users: {}
            """).stream().map(problem -> problem.replaceAll("it can do TLS.*", "it can do ...")))
                .containsExactlyInAnyOrder(
                        "FILE:2: unknown key cert_filse; did you mean cert_file?",
                        "FILE:2: tls_server_config: needs cert_file or cert",
                        "FILE:3: key_file: cannot read FOLDER/missing.key:" + " it is not there",
                        "FILE:4: client_auth_type: 'RequireAndVerify' is no client_auth_type that is known; it must be"
                                + " one of NoClientCert, RequestClientCert, RequireAndVerifyClientCert,"
                                + " RequireAnyClientCert, RequireClientCert, VerifyClientCertIfGiven",
                        "FILE:5: min_version: 'TLS111' is no TLS version that is known; did you mean TLS11?",
                        "FILE:6: cipher_suites: 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA2048' is no cipher suite that this"
                                + " JDK can do; it can do ...",
                        "FILE:9: curve_preferences: 'CurveP257' is no curve that is known; did you mean CurveP256?",
                        "FILE:10: prefer_server_cipher_suites: must be true or false, not 'perhaps'",
                        "FILE:11: client_allowed_sans: must be a list of words",
                        "FILE:14: X-Frame-Options: must be deny or sameorigin, not 'foo'",
                        "FILE:15: unknown key Content-Type",
                        "FILE:17: john: must be a bcrypt hash, as `htpasswd -nB USER` prints it",
                        "FILE:18: jane: has no hash",
                        "FILE:20: interval: must be a duration such as 500ms or 1m30s, not 'soon'",
                        "FILE:21: burst: must be a whole number, not '-1'",
                        "FILE:22: unknown key users");
    }

    @Test
    void a_check_of_clients_that_would_never_happen_is_refused() throws IOException {
        assertThat(problems(TLS + "  client_ca_file: server.crt\n"))
                .containsExactly("FILE:4: client_ca_file: is in vain without a client_auth_type that asks clients");
        assertThat(problems(TLS + "  client_allowed_sans: [one]\n"))
                .containsExactly(
                        "FILE:4: client_allowed_sans: is in vain without a client_auth_type that asks clients");
    }

    @Test
    void what_is_neither_certificate_nor_key_is_refused_and_not_printed() throws IOException {
        Files.writeString(folder.resolve("empty"), "");
        assertThat(problems("tls_server_config:\n  cert_file: empty\n  key: secret\n"))
                .containsExactly(
                        "FILE:2: cert_file: FOLDER/empty holds no certificate in PEM",
                        "FILE:3: key: holds no private key in PEM");
        assertThat(problems("tls_server_config:\n  cert_file: server.crt\n  cert: more\n  key_file: server.key\n"))
                .containsExactly("FILE:3: cert: is given, and cert_file too");
        assertThat(problems("tls_server_config:\n  client_auth_type: NoClientCert\n"))
                .containsExactly(
                        "FILE:2: tls_server_config: needs cert_file or cert",
                        "FILE:2: tls_server_config: needs key_file or key");
    }

    @Test
    void a_key_of_another_certificate_is_refused() throws IOException, InterruptedException {
        new OpenSsl(folder).certificate("other", "DNS:localhost");
        assertThat(problems("tls_server_config:\n  cert_file: server.crt\n  key_file: other.key\n"))
                .containsExactly("FILE:3: key_file: the private key is not that of CN=server");
    }

    @Test
    void what_is_no_such_file_is_refused() throws IOException {
        assertThat(problems("hello\n")).containsExactly("FILE:1: the file must hold `key: value` lines");
        assertThat(problems("basic_auth_users: [a, b]\n"))
                .containsExactly("FILE:1: `basic_auth_users` must hold `key: value` lines");
        assertThat(problems("a: [\n")).singleElement().asString().startsWith("FILE is not YAML: ");
        assertThat(problemsOf(folder.resolve("missing.yml")))
                .singleElement()
                .asString()
                .startsWith("cannot read FOLDER/missing.yml: ");
    }

    private String indented(String file) throws IOException {
        return Files.readString(folder.resolve(file)).indent(4);
    }

    private WebConfig read(String text) throws IOException {
        return WebConfigFile.open(write(text).toString()).atStart();
    }

    private List<String> problems(String text) throws IOException {
        return problemsOf(write(text));
    }

    private List<String> problemsOf(Path file) {
        try {
            WebConfigFile.open(file.toString());
            return List.of();
        } catch (BadSettingsException e) {
            return e.problems().stream()
                    .map(problem -> problem.replace(folder.resolve("web.yml").toString(), "FILE")
                            .replace(folder.toString(), "FOLDER"))
                    .toList();
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("web.yml"), text);
    }
}
