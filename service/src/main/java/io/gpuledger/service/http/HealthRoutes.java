package io.gpuledger.service.http;

import io.gpuledger.service.http.Readiness.NotReady;
import io.gpuledger.service.http.Readiness.Ready;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.function.Supplier;

/// `/healthz`: the process runs, so do not restart it. `/readyz`: it does its work, so believe it.
public final class HealthRoutes {
    private final Supplier<Readiness> readiness;

    public HealthRoutes(Supplier<Readiness> readiness) {
        this.readiness = readiness;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/healthz", HealthRoutes::alive);
        // dcgm-exporter's name for it, which its probes ask for.
        Get.route(routing, "/health", HealthRoutes::alive);
        Get.route(routing, "/readyz", this::ready);
    }

    private static void alive(ServerRequest request, ServerResponse response) {
        response.send("ok\n");
    }

    private void ready(ServerRequest request, ServerResponse response) {
        switch (readiness.get()) {
            case Ready(String because) -> response.send("ready: " + because + "\n");
            case NotReady(String because) ->
                response.status(Status.SERVICE_UNAVAILABLE_503).send("not ready: " + because + "\n");
        }
    }
}
