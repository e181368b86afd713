package io.gpuledger.exporter.http;

import io.gpuledger.service.http.Get;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// `/health`, which dcgm-exporter's probes ask for, in its words: the process runs, and what it shows of its metrics is
/// never taken away while they are changed. Whether they can be believed is for `/readyz` to say.
public final class HealthRoute {
    private static final HeaderName REGISTRY = HeaderNames.create("X-Registry-Available");
    private static final HeaderName CONTENT_TYPE_OPTIONS = HeaderNames.create("X-Content-Type-Options");

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/health", HealthRoute::alive);
    }

    private static void alive(ServerRequest request, ServerResponse response) {
        response.header(CONTENT_TYPE_OPTIONS, "nosniff")
                .header(REGISTRY, "true")
                .send("OK");
    }
}
