package io.gpuledger.analyzer;

import io.gpuledger.analyzer.report.letter.BookLetters;
import io.gpuledger.analyzer.web.Endpoints;
import io.gpuledger.analyzer.web.ExplainRoutes;
import io.gpuledger.analyzer.web.MuteRoutes;
import io.gpuledger.analyzer.web.OwnMetrics;
import io.gpuledger.analyzer.web.Rooms;
import io.gpuledger.analyzer.web.SettingsRoutes;
import io.gpuledger.analyzer.web.UnsubscribePage;
import io.gpuledger.service.Program;
import io.gpuledger.service.doctor.Checkup;
import io.gpuledger.service.http.HealthRoutes;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Settings;
import io.helidon.webserver.http.HttpRouting;
import java.time.InstantSource;
import java.util.List;
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
    private final Opening opening;
    private final InstantSource clock;

    Outward(
            Storage storage,
            Bookkeeping bookkeeping,
            Ingest ingest,
            Mailing mailing,
            Alerting alerting,
            BookLetters letters,
            OwnMetrics metrics,
            Opening opening,
            InstantSource clock) {
        this.storage = storage;
        this.bookkeeping = bookkeeping;
        this.ingest = ingest;
        this.mailing = mailing;
        this.alerting = alerting;
        this.letters = letters;
        this.metrics = metrics;
        this.opening = opening;
        this.clock = clock;
    }

    HttpServer start(Settings settings, Reloads reloads) {
        return HttpServer.start(Main.HTTP.in(settings), reloads, opening.gate(), routing -> route(routing, settings));
    }

    private void route(HttpRouting.Builder routing, Settings settings) {
        new Rooms(
                        ingest.writes()::add,
                        metrics::add,
                        health()::add,
                        endpoints(settings),
                        settings.get(Main.KEEP),
                        new UnsubscribePage(storage.database(), clock)::add,
                        List.of(
                                new MuteRoutes(storage.database(), clock)::add,
                                new ExplainRoutes(
                                        storage.database(), bookkeeping.rules().teams(), clock)::add,
                                new SettingsRoutes(program(settings), storage.database(), clock)::add))
                .add(routing);
    }

    private HealthRoutes health() {
        return new HealthRoutes(
                bookkeeping::readiness,
                Stream.of(
                                Stream.of(storage.heartbeat()),
                                bookkeeping.heartbeats().stream(),
                                ingest.heartbeats().stream(),
                                mailing.heartbeats().stream(),
                                alerting.heartbeats().stream(),
                                opening.heartbeats().stream(),
                                Stream.of(ingest.scraper().heartbeat()))
                        .flatMap(some -> some)
                        .toList());
    }

    private Endpoints endpoints(Settings settings) {
        return Endpoints.of(
                storage.database(),
                bookkeeping::present,
                ingest.scraper()::targets,
                ingest::reading,
                new Checkup(() -> Doctoring.examinations(settings, settings.get(Main.DATA)), clock),
                letters,
                bookkeeping.rules(),
                storage.retention()::from,
                clock);
    }

    private SettingsRoutes.Program program(Settings settings) {
        return SettingsRoutes.Program.of(
                Main.class,
                clock.instant(),
                settings.stated(Program.complete(Main.DECLARATION), Main.SERVE),
                storage.retention()::from);
    }
}
