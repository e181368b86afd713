package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

/// What every program of ours keeps to, seen from outside: it is started by its launcher in target/dist.
public final class PackagedProgram {
    private final String launcher;

    public PackagedProgram(String name) {
        this.launcher = "target/dist/bin/" + name;
    }

    public RunningProgram start(String... arguments) {
        var command = new ArrayList<>(List.of(launcher));
        command.addAll(List.of(arguments));
        return RunningProgram.start(command);
    }

    /// Starts without a word but its own story, answers for its health, and obeys a signal.
    public void servesItsHealthAndStops(String... arguments) throws IOException, InterruptedException {
        try (var program = start(arguments);
                var client = HttpClient.newHttpClient()) {
            var address = program.await("serving (http://127\\.0\\.0\\.1:\\d+)");
            for (var path : List.of("/healthz", "/readyz", "/")) {
                var request = HttpRequest.newBuilder(URI.create(address + path)).build();
                assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
            assertThat(program.terminate().exitCode()).isZero();
            assertThat(program.output().lines()).allMatch(line -> line.matches("\\d{4}-\\S+Z INFO .*"));
        }
    }

    public void refusesWrongSettings() throws InterruptedException {
        try (var program = start("--listem", "127.0.0.1:0")) {
            assertThat(program.exitCode()).isEqualTo(2);
            assertThat(program.output()).contains("unknown flag --listem; did you mean --listen?");
        }
    }
}
