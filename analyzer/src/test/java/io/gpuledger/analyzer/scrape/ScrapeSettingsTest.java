package io.gpuledger.analyzer.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.scrape.discovery.TargetDefaults;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScrapeSettingsTest {
    private static ScrapeSettings settings(String... args) {
        var declaration = new Declaration("gpu-analyzer", "", List.of(), ScrapeSettings.ALL);
        return ScrapeSettings.from(((Invocation.Run) Invocation.of(declaration, Map.of(), args)).settings());
    }

    @Test
    void defaults() {
        assertThat(settings())
                .isEqualTo(new ScrapeSettings(
                        new TargetDefaults("http", "/metrics", Duration.ofSeconds(15), Duration.ofSeconds(10)),
                        16 << 20,
                        50_000,
                        64,
                        false,
                        TlsFiles.NONE,
                        Credentials.NONE,
                        Optional.empty()));
    }

    @Test
    void everything_said() {
        var common = ("--scrape-interval 30s --scrape-timeout 20s --scrape-path /m --scrape-scheme https"
                        + " --scrape-body-limit 2000 --scrape-max-series 70000 --scrape-concurrency 3 --scrape-gzip"
                        + " --scrape-ca-file ca --scrape-cert-file cert --scrape-key-file key --scrape-server-name name"
                        + " --scrape-insecure-skip-verify --scrape-username ali --scrape-password-file password"
                        + " --share-targets east")
                .split(" ", -1);

        assertThat(settings(common))
                .isEqualTo(new ScrapeSettings(
                        new TargetDefaults("https", "/m", Duration.ofSeconds(30), Duration.ofSeconds(20)),
                        2000,
                        70_000,
                        3,
                        true,
                        new TlsFiles(
                                Optional.of(Path.of("ca")),
                                Optional.of(Path.of("cert")),
                                Optional.of(Path.of("key")),
                                Optional.of("name"),
                                true),
                        new Credentials.Basic("ali", Path.of("password")),
                        Optional.of("east")));
        assertThat(settings("--scrape-bearer-token-file", "token").credentials())
                .isEqualTo(new Credentials.Bearer(Path.of("token")));
    }

    @Test
    void a_short_interval_shortens_the_timeout_that_nobody_named() {
        assertThat(settings("--scrape-interval", "5s").defaults().timeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void all_that_does_not_go_together_is_said_at_once() {
        assertThatExceptionOfType(BadSettingsException.class)
                .isThrownBy(() -> settings(
                        "--scrape-timeout=16s",
                        "--scrape-key-file=key",
                        "--scrape-username=ali",
                        "--scrape-bearer-token-file=token"))
                .satisfies(e -> assertThat(e.problems())
                        .containsExactly(
                                "--scrape-timeout must not be longer than --scrape-interval, which is 15000ms",
                                "--scrape-cert-file and --scrape-key-file need each other",
                                "--scrape-username and --scrape-password-file need each other",
                                "--scrape-bearer-token-file and --scrape-username exclude each other"));
    }
}
