package io.gpuledger.analyzer;

import io.gpuledger.analyzer.report.letter.BookLetters;
import io.gpuledger.analyzer.web.Endpoints;
import io.gpuledger.analyzer.web.ExplainRoutes;
import io.gpuledger.analyzer.web.MuteRoutes;
import io.gpuledger.analyzer.web.OwnMetrics;
import io.gpuledger.analyzer.web.SettingsRoutes;
import io.gpuledger.analyzer.web.UnsubscribePage;
import io.gpuledger.service.Program;
import io.gpuledger.service.http.HealthRoutes;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Settings;
import io.helidon.webserver.http.HttpRouting;
import java.time.InstantSource;
import java.util.stream.Stream;

/// The wing that answers requests: it serves the page, the API, the metrics and the health checks, and takes what
/// others push.
final class Outward {
    private final Storage storage;
    private final Bookkeeping bookkeeping;
    private final Ingest ingest;
    private final Mailing mailing;
    private final Alerting alerting;
    private final BookLetters letters;
    private final OwnMetrics metrics;
    private final InstantSource clock;

    Outward(
            Storage storage,
            Bookkeeping bookkeeping,
            Ingest ingest,
            Mailing mailing,
            Alerting alerting,
            BookLetters letters,
            OwnMetrics metrics,
            InstantSource clock) {
        this.storage = storage;
        this.bookkeeping = bookkeeping;
        this.ingest = ingest;
        this.mailing = mailing;
        this.alerting = alerting;
        this.letters = letters;
        this.metrics = metrics;
        this.clock = clock;
    }

    HttpServer start(Settings settings, Reloads reloads) {
        return HttpServer.start(Main.HTTP.in(settings), reloads, routing -> route(routing, settings));
    }

    private void route(HttpRouting.Builder routing, Settings settings) {
        ingest.writes().add(routing);
        metrics.add(routing);
        new HealthRoutes(
                        bookkeeping::readiness,
                        Stream.of(
                                        Stream.of(storage.heartbeat()),
                                        bookkeeping.heartbeats().stream(),
                                        mailing.heartbeats().stream(),
                                        alerting.heartbeats().stream(),
                                        Stream.of(ingest.scraper().heartbeat()))
                                .flatMap(some -> some)
                                .toList())
                .add(routing);
        Endpoints.of(
                        storage.database(),
                        bookkeeping::present,
                        ingest.scraper()::targets,
                        letters,
                        bookkeeping.rules(),
                        storage.retention()::from,
                        clock)
                .add(routing);
        new MuteRoutes(storage.database(), clock).add(routing);
        new ExplainRoutes(storage.database(), bookkeeping.rules().teams(), clock).add(routing);
        new SettingsRoutes(program(settings), storage.database(), clock).add(routing);
        new UnsubscribePage(storage.database(), clock).add(routing);
    }

    private SettingsRoutes.Program program(Settings settings) {
        return SettingsRoutes.Program.of(
                Main.class,
                clock.instant(),
                settings.stated(Program.complete(Main.DECLARATION), Main.SERVE),
                storage.retention()::from);
    }
}
