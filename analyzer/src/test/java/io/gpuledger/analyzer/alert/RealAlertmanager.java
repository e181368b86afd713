package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.store.embedded.Await;
import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A real Alertmanager that sends what it is told to a webhook, each alert by itself, and at once. It can be
/// started again on the same port and with what it remembers.
final class RealAlertmanager implements AutoCloseable {
    private final Path program = Counterpart.find("prometheus-alertmanager", "prometheus-alertmanager");
    private final HttpClient client = HttpClient.newHttpClient();
    private final int port = FreePort.find();
    private final Path folder;
    private final Path configuration;
    private RunningProgram running;

    /// Keeps its files in the folder, which the caller owns.
    RealAlertmanager(Path folder, URI webhook) throws IOException {
        this.folder = folder;
        this.configuration = Files.writeString(folder.resolve("alertmanager.yml"), """
            route:
              receiver: webhook
              group_by: ["..."]
              group_wait: 0s
              group_interval: 1s
              repeat_interval: 24h
            receivers:
              - name: webhook
                webhook_configs:
                  - url: %s/hook
                    send_resolved: true
            """.formatted(webhook));
        this.running = run();
    }

    private RunningProgram run() {
        var started = RunningProgram.start(List.of(
                program.toString(),
                "--config.file=" + configuration,
                "--storage.path=" + folder.resolve("alertmanager"),
                "--web.listen-address=127.0.0.1:" + port,
                "--cluster.listen-address="));
        Await.until("Alertmanager is ready", () -> {
            if (get("/-/ready").startsWith("OK")) {
                return true;
            }
            try {
                if (started.endsWithin(Duration.ofMillis(50))) {
                    throw new AssertionError(started.output());
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return false;
        });
        return started;
    }

    /// Ends it as a service manager does. It then writes down whom it has notified.
    void stop() throws InterruptedException {
        running.terminate().exitCode();
    }

    void startAgain() {
        running = run();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /// Whether it has an alert about this GPU that is open, or would tell of one that was.
    boolean knows(String gpu) {
        return get("/api/v2/alerts").contains(gpu);
    }

    /// Tells it of an alert by the way that Prometheus takes.
    void tell(String alert) {
        var body = """
            [{"labels": {"alertname": "%s"}}]\
            """.formatted(alert);
        var post = HttpRequest.newBuilder(URI.create(url() + "/api/v2/alerts"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            client.send(post, BodyHandlers.discarding());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private String get(String path) {
        try {
            var request = HttpRequest.newBuilder(URI.create(url() + path)).build();
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException _) {
            return "";
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    @Override
    public void close() {
        running.close();
        client.close();
    }
}
