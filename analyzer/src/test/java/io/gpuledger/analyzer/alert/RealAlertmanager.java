package io.gpuledger.analyzer.alert;

import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A real Alertmanager that sends what it is told to a webhook, each alert by itself, and at once. It can be
/// started again on the same port and with what it remembers.
final class RealAlertmanager implements AutoCloseable {
    private final WebProgram program;

    /// Keeps its files in the folder, which the caller owns.
    RealAlertmanager(Path folder, URI webhook) throws IOException {
        var configuration = Files.writeString(folder.resolve("alertmanager.yml"), """
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
        var port = FreePort.find();
        this.program = new WebProgram(
                port,
                List.of(
                        Counterpart.find("prometheus-alertmanager", "prometheus-alertmanager")
                                .toString(),
                        "--config.file=" + configuration,
                        "--storage.path=" + folder.resolve("alertmanager"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address="));
    }

    /// Ends it as a service manager does. It then writes down whom it has notified.
    void stop() throws InterruptedException {
        program.stop();
    }

    void startAgain() {
        program.startAgain();
    }

    URI url() {
        return program.uri("");
    }

    /// Whether it has an alert about this GPU that is open, or would tell of one that was.
    boolean knows(String gpu) {
        return program.get("/api/v2/alerts").contains(gpu);
    }

    /// Tells it of an alert by the way that Prometheus takes.
    void tell(String alert) {
        program.post("/api/v2/alerts", """
            [{"labels": {"alertname": "%s"}}]\
            """.formatted(alert));
    }

    @Override
    public void close() {
        program.close();
    }
}
