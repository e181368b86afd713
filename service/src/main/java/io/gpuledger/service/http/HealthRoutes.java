package io.gpuledger.service.http;

import io.gpuledger.service.http.Readiness.NotReady;
import io.gpuledger.service.http.Readiness.Ready;
import io.gpuledger.service.life.Heartbeat;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.function.Supplier;

/// `/healthz`: the process runs, so do not restart it. `/readyz`: it does its work, so believe it.
public final class HealthRoutes {
    private final Supplier<Readiness> readiness;
    private final List<Heartbeat> heartbeats;

    public HealthRoutes(Supplier<Readiness> readiness) {
        this(readiness, List.of());
    }

    /// @param heartbeats of the threads that do the work: when one of them hangs, there is no readiness
    public HealthRoutes(Supplier<Readiness> readiness, List<Heartbeat> heartbeats) {
        this.readiness = readiness;
        this.heartbeats = List.copyOf(heartbeats);
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/healthz", HealthRoutes::alive);
        Get.route(routing, "/readyz", this::ready);
    }

    private static void alive(ServerRequest request, ServerResponse response) {
        response.send("ok\n");
    }

    private Readiness now() {
        return heartbeats.stream()
                .flatMap(heartbeat -> heartbeat.trouble().stream())
                .findFirst()
                .<Readiness>map(NotReady::new)
                .orElseGet(readiness);
    }

    private void ready(ServerRequest request, ServerResponse response) {
        switch (now()) {
            case Ready(String because) -> response.send("ready: " + because + "\n");
            case NotReady(String because) ->
                response.status(Status.SERVICE_UNAVAILABLE_503).send("not ready: " + because + "\n");
        }
    }
}
