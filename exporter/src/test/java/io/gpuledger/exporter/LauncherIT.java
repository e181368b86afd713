package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherIT {
    private static String get(int port, String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)));
            return client.send(request.build(), BodyHandlers.ofString()).body();
        }
    }

    @Test
    void a_clean_start_says_nothing_but_its_own_story() throws IOException, InterruptedException {
        try (var exporter = Dist.start()) {
            var port = Dist.port(exporter);
            exporter.await("GPU (7) is");
            assertThat(get(port, "/healthz")).isEqualTo("ok\n");
            assertThat(exporter.output().lines()).allMatch(line -> line.matches("\\d{4}-\\S+Z INFO .*"));
        }
    }

    @Test
    void a_signal_ends_it_with_success() throws InterruptedException {
        try (var exporter = Dist.start()) {
            Dist.port(exporter);
            var begun = System.nanoTime();
            assertThat(exporter.terminate().exitCode()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
            assertThat(exporter.output()).contains("gpu-exporter has stopped");
        }
    }

    @Test
    void a_hung_gpu_does_not_hold_up_the_stop() throws InterruptedException, IOException {
        try (var exporter = Dist.start("--simulated-scenario", "lost")) {
            var port = Dist.port(exporter);
            exporter.await("GPU (0) is");
            post(port, "hang 0");
            exporter.await("(GPU 0 .* is STUCK)");
            var begun = System.nanoTime();
            assertThat(exporter.terminate().exitCode()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
        }
    }

    private static void post(int port, String fault) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/-/simulate".formatted(port)))
                    .header("X-Requested-By", "test")
                    .POST(HttpRequest.BodyPublishers.ofString(fault));
            assertThat(client.send(request.build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_fault_that_is_not_understood_is_refused() throws InterruptedException, IOException {
        try (var exporter = Dist.start("--simulated-scenario", "lost");
                var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:%d/-/simulate".formatted(Dist.port(exporter))))
                    .header("X-Requested-By", "test")
                    .POST(HttpRequest.BodyPublishers.ofString("hangg 0"));
            var response = client.send(request.build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("hang");
        }
    }

    @Test
    void wrong_settings_are_all_listed_and_end_it_with_2() throws InterruptedException {
        try (var exporter = Dist.start("--sample-interval", "1ms", "--simulated-scenario", "mixd", "--liste", "x")) {
            assertThat(exporter.exitCode()).isEqualTo(2);
            assertThat(exporter.output())
                    .contains("unknown flag --liste; did you mean --listen?")
                    .contains("sample-interval: must be from 100ms to 1m, not '1ms' (flag --sample-interval)")
                    .contains("simulated-scenario: must be one of");
        }
    }

    @Test
    void a_taken_port_ends_it_with_a_sentence_that_names_the_fix() throws InterruptedException {
        try (var first = Dist.start()) {
            var address = "127.0.0.1:" + Dist.port(first);
            try (var second =
                    RunningProgram.start(List.of(Dist.LAUNCHER, "--backend", "simulated", "--listen", address))) {
                assertThat(second.exitCode()).isEqualTo(1);
                assertThat(second.output())
                        .contains("cannot listen on " + address)
                        .contains("choose another address");
            }
        }
    }

    @Test
    void it_is_found_through_a_link_and_finds_a_jdk_where_the_path_has_an_old_one(@TempDir Path folder)
            throws IOException, InterruptedException {
        var link = Files.createSymbolicLink(
                folder.resolve("exporter"), Path.of(Dist.LAUNCHER).toAbsolutePath());
        try (var exporter =
                RunningProgram.start(List.of(link.toString(), "--version"), Map.of("JAVA_HOME", "/no/such/folder"))) {
            assertThat(exporter.exitCode()).isZero();
            assertThat(exporter.output()).matches("gpu-exporter \\d+\\.\\d+\\.\\d+.*");
        }
    }
}
