package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.OpenSsl;
import io.gpuledger.gate.PrometheusServer;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged exporter runs behind a web configuration file, with real clients.
@Timeout(600)
class WebConfigIT {
    /// This is the hash of `secret`.
    private static final String HASH = "$2y$10$Z/sDdNbmxHtiDBSMIdjDBuL9jflX.NtfYTRpdMNK9UVg5DPHISBh6";

    @TempDir
    Path folder;

    @BeforeEach
    void make_certificates() throws IOException, InterruptedException {
        new OpenSsl(folder).certificate("server", "IP:127.0.0.1");
        new OpenSsl(folder).certificate("client", "DNS:prometheus");
        write("""
            tls_server_config:
              cert_file: server.crt
              key_file: server.key
              client_auth_type: RequireAndVerifyClientCert
              client_ca_file: client.crt
            basic_auth_users:
              prometheus: %s
            """.formatted(HASH));
    }

    @Test
    void a_real_prometheus_scrapes_over_tls_with_its_certificate_and_password()
            throws IOException, InterruptedException {
        try (var exporter = start();
                var prometheus = PrometheusServer.scraping(List.of(port(exporter)), folder, """
                    scheme: https
                    tls_config:
                      ca_file: server.crt
                      cert_file: client.crt
                      key_file: client.key
                    basic_auth:
                      username: prometheus
                      password: secret
                    """)) {
            assertThat(prometheus.query("up == 1", answer -> answer.contains("\"value\":")))
                    .contains("gpu-exporter");
            assertThat(prometheus.query("DCGM_FI_DEV_GPU_UTIL", answer -> answer.contains("\"value\":")))
                    .contains("\"modelName\":\"NVIDIA H200\"");
        }
    }

    @Test
    void curl_gets_in_with_both_and_with_nothing_less() throws IOException, InterruptedException {
        try (var exporter = start()) {
            var address = "https://127.0.0.1:" + port(exporter);
            var shown = List.of("--cacert", "server.crt", "--cert", "client.crt", "--key", "client.key");

            assertThat(curl(address + "/healthz", shown, "--user", "prometheus:secret"))
                    .isEqualTo("ok\n200");
            assertThat(curl(address + "/healthz", shown, "--user", "prometheus:other"))
                    .contains("\"title\":\"Unauthorized\"")
                    .endsWith("\n401");
            assertThat(curl(address + "/healthz", shown))
                    .contains("\"title\":\"Unauthorized\"")
                    .endsWith("\n401");
            assertThat(curl(address + "/healthz", List.of("--cacert", "server.crt"), "--user", "prometheus:secret"))
                    .isEqualTo("000");
        }
    }

    @Test
    void a_signal_reads_the_file_anew_and_a_bad_one_changes_nothing() throws IOException, InterruptedException {
        write("");
        try (var exporter = start()) {
            var address = exporter.await("serving (http://127\\.0\\.0\\.1:\\d+)");
            write("basic_auth_users:\n  ann: nonsense\n");
            exporter.signal("HUP");
            exporter.await("(cannot reload web-config-file, .*web.yml:2: ann: must be a bcrypt hash)");
            assertThat(curl(address + "/healthz", List.of())).isEqualTo("ok\n200");

            write("basic_auth_users:\n  prometheus: " + HASH);
            exporter.await("(reloaded web-config-file)");
            assertThat(curl(address + "/healthz", List.of()))
                    .contains("\"title\":\"Unauthorized\"")
                    .endsWith("\n401");
        }
    }

    @Test
    void a_signal_ends_no_program_that_has_nothing_to_reload() throws IOException, InterruptedException {
        try (var exporter = Dist.start()) {
            var port = Dist.port(exporter);
            exporter.signal("HUP");
            assertThat(curl("http://127.0.0.1:" + port + "/healthz", List.of())).isEqualTo("ok\n200");
            assertThat(exporter.terminate().exitCode()).isZero();
        }
    }

    @Test
    void a_wrong_file_is_refused_with_all_its_problems() throws IOException, InterruptedException {
        write("tls_server_config:\n  cert_file: missing.crt\nbasic_auth_users:\n  ann: nonsense\n");
        try (var exporter =
                Dist.start("--web-config-file", folder.resolve("web.yml").toString(), "--liste", "x")) {
            assertThat(exporter.exitCode()).isEqualTo(2);
            assertThat(exporter.output())
                    .contains("web.yml:2: cert_file: cannot read ")
                    .contains("web.yml:2: tls_server_config: needs key_file or key")
                    .contains("web.yml:4: ann: must be a bcrypt hash")
                    .contains("unknown flag --liste");
        }
    }

    private RunningProgram start() {
        return Dist.start("--web-config-file", folder.resolve("web.yml").toString());
    }

    private static int port(RunningProgram exporter) throws InterruptedException {
        return Integer.parseInt(exporter.await("serving https://127\\.0\\.0\\.1:(\\d+)"));
    }

    private void write(String config) throws IOException {
        Files.writeString(folder.resolve("web.yml"), config);
    }

    /// What comes, and the status behind it.
    private String curl(String url, List<String> options, String... more) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Counterpart.find("curl", "curl").toString(), "--silent"));
        command.addAll(List.of("--write-out", "%{http_code}"));
        command.addAll(options);
        command.addAll(List.of(more));
        command.add(url);
        var curl = new ProcessBuilder(command).directory(folder.toFile()).start();
        return new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
