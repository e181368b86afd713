package io.gpuledger.analyzer.durability;

import io.gpuledger.gate.Repository;
import io.gpuledger.gate.RunningProgram;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A fleet's past, with what kube-state-metrics told of it: the requests that `gpu-simulator history` sends, word for
/// word.
///
/// @param until where it ends
record SentPast(List<byte[]> requests, Instant until) {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    SentPast {
        requests = List.copyOf(requests);
    }

    /// What is to be sent.
    ///
    /// @param days that it begins before today
    record Plan(int nodes, int days, Duration step, long seed) {}

    static SentPast of(Plan plan) throws InterruptedException {
        var requests = Collections.synchronizedList(new ArrayList<byte[]>());
        var until = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try (var server = HttpServer.start(
                HttpSettings.at(new Address("127.0.0.1", 0)),
                new Reloads(Duration.ZERO, InstantSource.system()),
                routing -> routing.post("/api/v1/write", (request, response) -> {
                    requests.add(request.content().as(byte[].class));
                    response.send();
                }))) {
            send(plan, until, server.port());
        }
        return new SentPast(requests, until);
    }

    private static void send(Plan plan, Instant until, int port) throws InterruptedException {
        try (var history = RunningProgram.start(List.of(
                Repository.root()
                        .resolve("simulator/target/dist/bin/gpu-simulator")
                        .toString(),
                "history",
                "--to=http://127.0.0.1:" + port + "/api/v1/write",
                "--nodes=" + plan.nodes(),
                "--seed=" + plan.seed(),
                "--days=" + plan.days(),
                "--today=" + LocalDate.ofInstant(until, ZoneOffset.UTC),
                "--until=" + until,
                "--step=" + plan.step().toSeconds() + "s"))) {
            if (history.exitCode(PATIENCE) != 0) {
                throw new AssertionError("the simulator sent no history:\n" + history.output());
            }
        }
    }
}
