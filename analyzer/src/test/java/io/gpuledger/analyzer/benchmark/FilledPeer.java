package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.ProcessFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A program that keeps metrics, and was given the past of a fleet.
final class FilledPeer implements AutoCloseable {
    /// Which programs there are, each as it comes but for where it keeps and listens, and for how long.
    enum Kind {
        PROMETHEUS("Prometheus", "(Server is ready)") {
            @Override
            List<String> command(Path folder, int port) throws IOException {
                return List.of(
                        Counterpart.find("prometheus", "prometheus").toString(),
                        "--config.file=" + Files.writeString(folder.resolve("prometheus.yml"), "global: {}\n"),
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--storage.tsdb.retention.time=90d",
                        "--web.enable-remote-write-receiver",
                        "--web.listen-address=127.0.0.1:" + port);
            }
        },
        VICTORIA_METRICS("VictoriaMetrics", "(started VictoriaMetrics)") {
            @Override
            List<String> command(Path folder, int port) {
                return List.of(
                        Counterpart.find("victoria-metrics", "victoria-metrics").toString(),
                        "-storageDataPath=" + folder,
                        "-retentionPeriod=90d",
                        "-httpListenAddr=127.0.0.1:" + port);
            }
        };

        private final String word;
        private final String ready;

        Kind(String word, String ready) {
            this.word = word;
            this.ready = ready;
        }

        abstract List<String> command(Path folder, int port) throws IOException;

        String word() {
            return word;
        }
    }

    private final URI url;
    private final Child program;

    private FilledPeer(URI url, Child program) {
        this.url = url;
        this.program = program;
    }

    /// @param folder where it keeps; one that is there was filled before
    static FilledPeer of(Kind kind, Path folder, ToldFleet fleet) throws IOException, InterruptedException {
        var port = FreePort.find();
        var url = URI.create("http://127.0.0.1:" + port);
        var isFilled = Files.exists(folder);
        var program = Child.start(kind.command(Files.createDirectories(folder), port));
        try {
            program.program().await(kind.ready);
            if (!isFilled) {
                fleet.tell(url + "/api/v1/write");
            }
            return new FilledPeer(url, program);
        } catch (IOException | InterruptedException | AssertionError e) {
            program.close();
            throw e;
        }
    }

    URI url() {
        return url;
    }

    ProcessFiles files() {
        return new ProcessFiles(program.program().pid());
    }

    @Override
    public void close() {
        program.close();
    }
}
