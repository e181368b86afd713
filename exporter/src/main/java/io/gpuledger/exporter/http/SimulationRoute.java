package io.gpuledger.exporter.http;

import io.gpuledger.service.http.Control;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// `POST /-/simulate`: makes a fault happen, in the words of a scenario. There only with the simulated backend.
public final class SimulationRoute {
    private static final int LONGEST_FAULT = 1024;

    private final Consumer<String> inject;

    /// The consumer throws [IllegalArgumentException] with what it expects instead.
    public SimulationRoute(Consumer<String> inject) {
        this.inject = inject;
    }

    public void add(HttpRouting.Builder routing) {
        Control.route(routing, "/-/simulate", this::simulate);
    }

    private void simulate(ServerRequest request, ServerResponse response) throws IOException {
        try (var body = request.content().inputStream()) {
            var fault = new String(body.readNBytes(LONGEST_FAULT), StandardCharsets.UTF_8).strip();
            inject.accept(fault);
            response.send("done: " + fault + "\n");
        } catch (IllegalArgumentException e) {
            response.status(Status.BAD_REQUEST_400).send(e.getMessage() + "\n");
        }
    }
}
