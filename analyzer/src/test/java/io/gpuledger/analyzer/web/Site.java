package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.store.database.Database;
import io.gpuledger.analyzer.store.database.LedgerTables;
import io.gpuledger.analyzer.store.database.WorkloadTables;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;

/// All that is shown of some books, on a port of its own.
final class Site implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer server;
    volatile Present present = new Present(Instant.EPOCH, List.of());

    Site(Database database, Instant now) {
        var clock = InstantSource.fixed(now);
        var ledger = new LedgerTables(database);
        var links = new LinkedHashMap<String, String>();
        links.put("/metrics", "what it says of its own work");
        links.put("/api/v1/now?a=1&b=2", "<what> is & was");
        server = HttpServer.start(
                HttpSettings.at(new Address("127.0.0.1", 0)),
                new Reloads(Duration.ZERO, InstantSource.system()),
                routing -> {
                    new LedgerRoute(ledger, clock).add(routing);
                    new WorkloadsRoute(new WorkloadTables(database), clock).add(routing);
                    new NowRoute(() -> present, clock).add(routing);
                    new FleetRoute(new FleetWeeks(ledger), () -> present, clock, links).add(routing);
                });
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
