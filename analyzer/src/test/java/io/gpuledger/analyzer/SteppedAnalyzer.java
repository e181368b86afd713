package io.gpuledger.analyzer;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Voices;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.remotewrite.MappedBooks;
import io.gpuledger.analyzer.remotewrite.WriteRoute;
import io.gpuledger.analyzer.remotewrite.WriteSettings;
import io.gpuledger.analyzer.scrape.Attendance;
import io.gpuledger.analyzer.scrape.MappedPages;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.SteppedScrapes;
import io.gpuledger.analyzer.scrape.discovery.Discoveries;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.source.Workbenches;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.web.LedgerRoute;
import io.gpuledger.analyzer.web.OwnMetrics;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Invocation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The analyzer as [Main] wires it, from what it takes in to what it answers, but by a clock of the test's: what takes
/// a week there is over in minutes. Only that which knows when to scrape is another.
final class SteppedAnalyzer implements AutoCloseable {
    private final Storage storage;
    private final Client client;
    private final SteppedScrapes scrapes;
    private final Discoveries discoveries;
    private final HttpServer http;

    SteppedAnalyzer(InstantSource clock, Path folder, String... flags) throws IOException {
        var arguments = Stream.concat(
                        Stream.of("serve", "--listen=127.0.0.1:0", "--data-dir=" + folder), Stream.of(flags))
                .toArray(String[]::new);
        var settings = ((Invocation.Run) Invocation.of(Main.DECLARATION, Map.of(), arguments)).settings();
        var reloads = new Reloads(Duration.ofDays(1), clock);
        var metrics = new OwnMetrics();
        var registry = metrics.registry();
        var scraping = ScrapeSettings.from(settings);
        var sources = SourceSettings.from(settings);
        var workbenches = new Workbenches();
        var counters = new SampleCounters(registry);
        var states = new StateMetrics(new Voices(), new Annotations(Set.of()));
        client = scraping.client();
        storage = new Storage(settings, folder, Timekeeper.trusting(clock), registry);
        var intake = states.over(storage.intake());
        var attendance = new Attendance(sources, intake, clock);
        var pages = new MappedPages(sources, workbenches, counters, states, attendance, scraping.seriesMax());
        var books = new MappedBooks(sources, workbenches, counters, states);
        var writes = new WriteRoute(
                books,
                intake,
                WriteSettings.from(settings, RetentionSettings.from(settings).raw()),
                registry,
                Timekeeper.trusting(clock));
        var ledger = new LedgerRoute(new LedgerTables(storage.database()), clock);
        http = HttpServer.start(Main.HTTP.in(settings), reloads, routing -> {
            writes.add(routing);
            ledger.add(routing);
            metrics.add(routing);
        });
        scrapes = new SteppedScrapes(client, pages::of, intake, clock, registry);
        var discovered = DiscoverySettings.from(settings).discoveries(reloads, clock, registry);
        discoveries = new Discoveries(discovered, scraping.defaults(), census -> {
            scrapes.aim(census);
            attendance.note(census);
        });
        discoveries.start();
    }

    String address() {
        return "http://127.0.0.1:" + http.port();
    }

    SteppedScrapes scrapes() {
        return scrapes;
    }

    @Override
    public void close() {
        discoveries.close();
        http.close();
        scrapes.close();
        client.close();
        storage.close();
    }
}
