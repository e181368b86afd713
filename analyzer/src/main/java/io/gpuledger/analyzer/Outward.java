package io.gpuledger.analyzer;

import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.web.FleetRoute;
import io.gpuledger.analyzer.web.LedgerRoute;
import io.gpuledger.analyzer.web.NowRoute;
import io.gpuledger.analyzer.web.OwnMetrics;
import io.gpuledger.analyzer.web.TargetsRoute;
import io.gpuledger.analyzer.web.WorkloadsRoute;
import io.gpuledger.service.http.HealthRoutes;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Settings;
import io.helidon.webserver.http.HttpRouting;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// The wing that answers: the page, the API, the metrics, whether it is well, and where others push to.
final class Outward {
    private final Storage storage;
    private final Bookkeeping bookkeeping;
    private final Ingest ingest;
    private final OwnMetrics metrics;
    private final InstantSource clock;

    Outward(Storage storage, Bookkeeping bookkeeping, Ingest ingest, OwnMetrics metrics, InstantSource clock) {
        this.storage = storage;
        this.bookkeeping = bookkeeping;
        this.ingest = ingest;
        this.metrics = metrics;
        this.clock = clock;
    }

    HttpServer start(Settings settings, Reloads reloads) {
        return HttpServer.start(Main.HTTP.in(settings), reloads, this::route);
    }

    private void route(HttpRouting.Builder routing) {
        ingest.writes().add(routing);
        new TargetsRoute(ingest.scraper()::targets).add(routing);
        metrics.add(routing);
        new HealthRoutes(
                        bookkeeping::readiness,
                        Stream.of(
                                        Stream.of(storage.heartbeat()),
                                        bookkeeping.heartbeats().stream(),
                                        Stream.of(ingest.scraper().heartbeat()))
                                .flatMap(some -> some)
                                .toList())
                .add(routing);
        var ledger = new LedgerTables(storage.database());
        new LedgerRoute(ledger, clock).add(routing);
        new WorkloadsRoute(new WorkloadTables(storage.database()), clock).add(routing);
        new NowRoute(bookkeeping::present, clock).add(routing);
        new FleetRoute(new FleetWeeks(ledger), bookkeeping::present, clock, links()).add(routing);
    }

    private static Map<String, String> links() {
        var links = new LinkedHashMap<String, String>();
        links.put("/api/v1/ledger", "how much stands in which accounts");
        links.put("/api/v1/ledger?format=csv", "the same as a table");
        links.put("/api/v1/now", "what each unit is now, and who holds it");
        links.put("/api/v1/targets", "what is scraped, and how it goes");
        links.put("/metrics", "what it says of its own work");
        links.put("/readyz", "whether it takes in, and whether that gets into the database");
        links.put("/healthz", "whether the process runs");
        return links;
    }
}
