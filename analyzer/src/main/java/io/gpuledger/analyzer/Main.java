package io.gpuledger.analyzer;

import io.gpuledger.service.Program;
import io.gpuledger.service.http.HealthRoutes;
import io.gpuledger.service.http.HttpDeclaration;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.LandingPage;
import io.gpuledger.service.http.Readiness.Ready;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Settings;
import io.helidon.webserver.http.HttpRouting;
import java.util.List;
import java.util.Map;

/// gpu-analyzer: wires the parts, from left to right.
public final class Main {
    private static final String WHAT_IT_IS =
            "Keeps the books of a GPU fleet. This version serves its health and nothing else yet.";
    private static final HttpDeclaration HTTP = HttpDeclaration.of(HttpDeclaration.listen("127.0.0.1:8080"));

    static final Declaration DECLARATION =
            new Declaration("gpu-analyzer", WHAT_IT_IS, List.of("serve", "check-config"), HTTP.settings());

    private Main() {}

    public static void main(String[] args) {
        new Program(DECLARATION, Main.class, Main::start).main(args);
    }

    static AutoCloseable start(Settings settings, Reloads reloads) {
        return HttpServer.start(HTTP.in(settings), reloads, Main::routing);
    }

    static void routing(HttpRouting.Builder routing) {
        new HealthRoutes(() -> new Ready("nothing to wait for yet")).add(routing);
        LandingPage.add(routing, "gpu-analyzer", WHAT_IT_IS, Map.of("/readyz", "whether it does its work"));
    }
}
