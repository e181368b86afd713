package io.gpuledger.analyzer.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlertSettingsTest {
    private static AlertSettings settings(String... args) {
        var declaration = new Declaration("gpu-analyzer", "", List.of(), AlertSettings.ALL);
        return AlertSettings.from(((Invocation.Run) Invocation.of(declaration, Map.of(), args)).settings());
    }

    @Test
    void defaults() {
        assertThat(settings())
                .isEqualTo(new AlertSettings(
                        List.of(),
                        Severity.WARNING,
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(10),
                        Credentials.NONE,
                        TlsFiles.NONE));
    }

    @Test
    void everything_said() {
        var said = ("--alertmanager-urls http://a:9093,https://b/alerts/,http://a:9093 --alertmanager-severity info"
                        + " --alertmanager-interval 30s --alertmanager-timeout 2s --alertmanager-ca-file ca"
                        + " --alertmanager-cert-file cert --alertmanager-key-file key"
                        + " --alertmanager-insecure-skip-verify --alertmanager-username ali"
                        + " --alertmanager-password-file password")
                .split(" ", -1);
        assertThat(settings(said))
                .isEqualTo(new AlertSettings(
                        List.of(URI.create("http://a:9093"), URI.create("https://b/alerts")),
                        Severity.INFO,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(2),
                        new Credentials.Basic("ali", Path.of("password")),
                        new TlsFiles(
                                Optional.of(Path.of("ca")),
                                Optional.of(Path.of("cert")),
                                Optional.of(Path.of("key")),
                                Optional.empty(),
                                true)));
        assertThat(settings("--alertmanager-bearer-token-file", "token").credentials())
                .isEqualTo(new Credentials.Bearer(Path.of("token")));
    }

    @Test
    void all_that_is_wrong_is_said_at_once() {
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> settings(
                        "--alertmanager-cert-file=cert",
                        "--alertmanager-username=ali",
                        "--alertmanager-bearer-token-file=token"))
                .satisfies(e -> assertThat(e.problems())
                        .containsExactly(
                                "--alertmanager-username and --alertmanager-password-file need each other",
                                "--alertmanager-bearer-token-file and --alertmanager-username exclude each other",
                                "--alertmanager-cert-file and --alertmanager-key-file need each other"));
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> settings(
                        "--alertmanager-urls=http://ali:secret@a", "--alertmanager-severity=grave",
                        "--alertmanager-interval=1h", "--alertmanager-timeout=1ms"))
                .satisfies(e -> assertThat(e.problems()).hasSize(4));
    }

    @Test
    void what_is_no_url_of_an_alertmanager_is_named() {
        for (var none : List.of("a:9093", "ftp://a", "http://a?b=c", "http://a#b", "http://", "http://ali@a")) {
            assertThatExceptionOfType(BadSettingsException.class)
                    .isThrownBy(() -> settings("--alertmanager-urls=http://good:9093," + none))
                    .withMessageContaining("`" + none + "` is none");
        }
    }
}
