package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.store.embedded.Await;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/// A real program that answers by HTTP, and can be ended and started again on the same port. It is ready when it says
/// so at `/-/ready`, as Prometheus and Alertmanager do.
final class WebProgram implements AutoCloseable {
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> command;
    private final int port;
    private RunningProgram running;

    /// @param port at which the command has it listen, on the loopback address
    WebProgram(int port, List<String> command) {
        this.port = port;
        this.command = List.copyOf(command);
        this.running = run();
    }

    private RunningProgram run() {
        var started = RunningProgram.start(command);
        Await.until(command.getFirst() + " is ready", () -> isReady(started));
        return started;
    }

    private boolean isReady(RunningProgram started) {
        try {
            if (send(HttpRequest.newBuilder(uri("/-/ready")).build()).statusCode() == OK) {
                return true;
            }
        } catch (UncheckedIOException _) {
            // It does not listen yet, or has ended.
        }
        try {
            if (started.endsWithin(Duration.ofMillis(50))) {
                throw new AssertionError(started.output());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /// Ends it as a service manager does. It then writes down what it remembers.
    void stop() throws InterruptedException {
        running.terminate().exitCode();
    }

    void startAgain() {
        running = run();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /// Returns what it answers; nothing, as an empty text, while it is away.
    String get(String path) {
        try {
            return send(HttpRequest.newBuilder(uri(path)).build()).body();
        } catch (UncheckedIOException _) {
            return "";
        }
    }

    void post(String path, String json) {
        send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        running.close();
        client.close();
    }
}
