package io.gpuledger.exporter.benchmark;

import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A program that is measured: how it is started, where it listens, when it is ready.
enum Contender {
    // Each refuses scrapes beyond some number at once if it is not told otherwise: ours the 17th, the other the 41st.
    GPU_EXPORTER("/readyz", "serving http://127\\.0\\.0\\.1:(\\d+)") {
        @Override
        RunningProgram launch() {
            return new PackagedProgram("gpu-exporter")
                    .start("--listen", "127.0.0.1:0", "--backend", "simulated", "--max-concurrent-scrapes", "0");
        }

        @Override
        RunningProgram launchForVersion() {
            return new PackagedProgram("gpu-exporter").start("--version");
        }
    },
    NODE_EXPORTER("/metrics", "Listening on.*127\\.0\\.0\\.1:(\\d+)") {
        @Override
        RunningProgram launch() {
            return RunningProgram.start(
                    List.of(NODE_EXPORTER_COMMAND, "--web.listen-address=127.0.0.1:0", "--web.max-requests=0"));
        }

        @Override
        RunningProgram launchForVersion() {
            return RunningProgram.start(List.of(NODE_EXPORTER_COMMAND, "--version"));
        }
    };

    /// The Debian package has the same name.
    static final String NODE_EXPORTER_COMMAND = "prometheus-node-exporter";

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration PACE = Duration.ofMillis(1);

    private final String readyPath;
    private final String listening;

    Contender(String readyPath, String listening) {
        this.readyPath = readyPath;
        this.listening = listening;
    }

    abstract RunningProgram launch();

    abstract RunningProgram launchForVersion();

    static Both<Contender> both() {
        return new Both<>(GPU_EXPORTER, NODE_EXPORTER);
    }

    /// Starts it, and waits until it is ready.
    Contestant start() {
        var begunNanos = System.nanoTime();
        return ready(launch(), begunNanos);
    }

    Contestant ready(RunningProgram program, long begunNanos) {
        try {
            var port = Integer.parseInt(program.await(listening));
            awaitReady(port);
            return new Contestant(program, port, Duration.ofNanos(System.nanoTime() - begunNanos));
        } catch (IOException e) {
            program.close();
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            program.close();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void awaitReady(int port) throws IOException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var question = RawRequest.get(readyPath);
        try (var connection = new RawConnection(port)) {
            while (connection.exchange(question).status() != 200) {
                if (System.nanoTime() > deadline) {
                    throw new IOException("%s is not ready after %s".formatted(this, PATIENCE));
                }
                LockSupport.parkNanos(PACE.toNanos());
            }
        }
    }

    String version() {
        try (var program = launchForVersion()) {
            program.exitCode();
            return program.output().lines().findFirst().orElse("");
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
