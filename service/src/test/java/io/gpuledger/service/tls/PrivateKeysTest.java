package io.gpuledger.service.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpuledger.gate.OpenSsl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateKeysTest {
    @TempDir
    Path folder;

    private OpenSsl openSsl;

    @BeforeEach
    void find_openssl() {
        openSsl = new OpenSsl(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa:2048", "ed25519", "ed448"})
    void a_key_in_pkcs8_is_that_of_its_certificate(String kind) throws IOException, InterruptedException {
        openSsl.certificate("toy", List.of("-newkey", kind), "DNS:toy");

        assertThat(text("toy.key")).startsWith("-----BEGIN PRIVATE KEY-----");
        assertThat(identity("toy.crt", "toy.key").chain()).hasSize(1);
    }

    @Test
    void an_rsa_key_in_pkcs1_is_read() throws IOException, InterruptedException {
        openSsl.certificate("toy", List.of("-newkey", "rsa:2048"), "DNS:toy");
        openSsl.run("rsa", "-in", "toy.key", "-traditional", "-out", "old.key");

        assertThat(text("old.key")).startsWith("-----BEGIN RSA PRIVATE KEY-----");
        identity("toy.crt", "old.key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prime256v1", "secp384r1", "secp521r1"})
    void an_ec_key_in_sec1_is_read_behind_its_parameters(String curve) throws IOException, InterruptedException {
        openSsl.run("ecparam", "-name", curve, "-genkey", "-out", "old.key");
        openSsl.run("req", "-x509", "-key", "old.key", "-subj", "/CN=toy", "-out", "toy.crt");

        assertThat(text("old.key"))
                .startsWith("-----BEGIN EC PARAMETERS-----")
                .contains("-----BEGIN EC PRIVATE KEY-----");
        identity("toy.crt", "old.key");
    }

    @Test
    void a_key_of_another_certificate_is_refused() throws IOException, InterruptedException {
        openSsl.certificate("toy", "DNS:toy");
        openSsl.certificate("other", "DNS:toy");
        openSsl.certificate("rsa", List.of("-newkey", "rsa:2048"), "DNS:toy");

        for (var key : List.of("other.key", "rsa.key")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> identity("toy.crt", key))
                    .withMessage("the private key is not that of CN=toy");
        }
    }

    @Test
    void an_encrypted_key_is_refused_with_the_way_out() throws IOException, InterruptedException {
        openSsl.certificate("toy", List.of("-newkey", "rsa:2048"), "DNS:toy");
        openSsl.run("rsa", "-in", "toy.key", "-traditional", "-aes128", "-passout", "pass:secret", "-out", "pkcs1.key");
        openSsl.run("pkcs8", "-in", "toy.key", "-topk8", "-passout", "pass:secret", "-out", "pkcs8.key");

        for (var key : List.of("pkcs1.key", "pkcs8.key")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PrivateKeys.parse(text(key)))
                    .withMessage("holds a private key that is encrypted: decrypt it first");
        }
    }

    @Test
    void any_part_of_a_key_is_refused() throws IOException, InterruptedException {
        openSsl.run("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "old.key");
        var whole = text("old.key");
        PrivateKeys.parse(whole);

        for (var length = 0; length < whole.strip().length(); length++) {
            var part = whole.substring(0, length);
            assertThatIllegalArgumentException().isThrownBy(() -> PrivateKeys.parse(part));
        }
        // The last letters may be padding.
        for (var length = 0; length < whole.indexOf("-----END") - 6; length++) {
            var damaged = whole.substring(0, length) + "\n-----END EC PRIVATE KEY-----";
            assertThatIllegalArgumentException().isThrownBy(() -> PrivateKeys.parse(damaged));
        }
    }

    @Test
    void what_is_no_certificate_is_refused() throws IOException, InterruptedException {
        openSsl.certificate("toy", "DNS:toy");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Certificates.parse(text("toy.key")))
                .withMessage("holds no certificate in PEM");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Certificates.parse("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"))
                .withMessageStartingWith("holds a damaged certificate");
    }

    private Identity identity(String certificate, String key) throws IOException {
        return new Identity(Certificates.parse(text(certificate)), PrivateKeys.parse(text(key)));
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }
}
