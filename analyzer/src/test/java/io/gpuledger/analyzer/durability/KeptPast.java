package io.gpuledger.analyzer.durability;

import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A real Prometheus that keeps the past of a fleet, through all its lives.
final class KeptPast implements AutoCloseable {
    private final int port = FreePort.find();
    private final List<String> command;
    private RunningProgram program;

    private KeptPast(List<String> command) throws InterruptedException {
        this.command = command.stream()
                .map(word -> word.replace("PORT", String.valueOf(port)))
                .toList();
        this.program = begin();
    }

    static KeptPast of(Path folder, SentPast past) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        var kept = new KeptPast(List.of(
                Counterpart.find("prometheus", "prometheus").toString(),
                "--config.file=" + Files.writeString(folder.resolve("prometheus.yml"), "global: {}\n"),
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--storage.tsdb.retention.time=60d",
                "--web.enable-remote-write-receiver",
                "--web.listen-address=127.0.0.1:PORT"));
        try (var retelling = new Retelling(past, URI.create(kept.url() + "/api/v1/write"))) {
            retelling.goOnToTheEnd();
            Patience.until("Prometheus has taken the past", retelling::isDone);
            if (retelling.isRefused()) {
                throw new AssertionError("Prometheus refuses some of it: " + retelling.text());
            }
        }
        return kept;
    }

    private RunningProgram begin() throws InterruptedException {
        var begun = RunningProgram.start(command);
        begun.await("(Server is ready)");
        return begun;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /// Kills it as `kill -9` does, and starts it again.
    void kill() throws InterruptedException {
        ProcessHandle.of(program.pid()).ifPresent(ProcessHandle::destroyForcibly);
        program.exitCode();
        program = begin();
    }

    @Override
    public void close() {
        program.close();
    }
}
