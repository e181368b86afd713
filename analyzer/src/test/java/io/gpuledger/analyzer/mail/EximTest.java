package io.gpuledger.analyzer.mail;

import static io.gpuledger.analyzer.store.outbox.DeliveryState.REFUSED;
import static io.gpuledger.analyzer.store.outbox.DeliveryState.SENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.mail.RelaySettings.Login;
import io.gpuledger.analyzer.store.embedded.Await;
import io.gpuledger.gate.OpenSsl;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Beside a real mail server, with TLS and a password.
@Timeout(180)
class EximTest {
    @TempDir
    private Path folder;

    @Test
    void a_real_server_delivers_each_letter_once_with_all_its_parts() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var authority = new OpenSsl(folder).certificate("exim", "DNS:localhost", "IP:127.0.0.1");
        try (var exim = Exim.start(folder.resolve("exim"), folder.resolve("exim"));
                var rig = new Rig()) {
            rig.teams(Map.of(
                    "vision", List.of("vision@example.org", "lead@example.org"),
                    "speech", List.of("gone@example.org")));
            var letters = new FixedLetters(List.of("vision", "speech"));
            var patience = SmtpPatience.of(Duration.ofSeconds(20));
            for (var i = 0; i < 2; i++) {
                rig.rounds(letters, relay(exim, authority, "open sesame", patience), patience)
                        .round();
            }
            assertThat(rig.states()).isEqualTo(Map.of(SENT, 3, REFUSED, 1));
            assertThat(rig.way("speech").why()).isEqualTo("to RCPT TO: 550 5.1.1 no such user");

            Await.until("all is delivered", () -> exim.delivered().size() >= 3);
            assertThat(exim.delivered())
                    .extracting(mail -> mail.header("Envelope-to") + " " + mail.header("To"))
                    .containsExactlyInAnyOrder(
                            "platform@example.org platform@example.org",
                            "vision@example.org vision@example.org",
                            "lead@example.org lead@example.org");
            assertThat(exim.delivered()).allSatisfy(mail -> {
                assertThat(mail.leaves())
                        .extracting(ReadMail.Leaf::type)
                        .containsExactly("text/plain", "text/html", "image/png", "text/csv");
                assertThat(mail.header("Received")).contains("esmtpsa");
                assertThat(mail.header("Return-path")).isEqualTo("<gpus@example.org>");
                assertThat(mail.message().getSubject()).endsWith("in 2026-W47: 12 € wasted");
            });
            assertThatThrownBy(() -> relay(exim, authority, "a guess", patience).open())
                    .hasMessageContaining("see --mail-user and --mail-password-file");
        }
    }

    private static SmtpRelay relay(Exim exim, Path authority, String password, SmtpPatience patience) {
        var settings = new RelaySettings(
                new Address("127.0.0.1", exim.port()),
                MailTls.STARTTLS,
                Optional.of(authority),
                Optional.of(new Login("gpus", Secret.of(password))),
                patience.read());
        return new SmtpRelay(settings, patience);
    }
}
