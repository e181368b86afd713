package io.gpuledger.analyzer;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.remotewrite.WriteRoute;
import io.gpuledger.analyzer.remotewrite.WriteSettings;
import io.gpuledger.analyzer.rows.SourceRowMapper;
import io.gpuledger.analyzer.scrape.PageMappers;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.SteppedScrapes;
import io.gpuledger.analyzer.scrape.TargetPresence;
import io.gpuledger.analyzer.scrape.discovery.CombinedDiscovery;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.source.SampleBuffers;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.web.LedgerEndpoint;
import io.gpuledger.analyzer.web.OwnMetrics;
import io.gpuledger.analyzer.web.gate.Gate;
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
    private final Parts parts = new Parts();
    private final SteppedScrapes scrapes;
    private final CombinedDiscovery discoveries;
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
        var buffers = new SampleBuffers();
        var counters = new SampleCounters(registry);
        var states = new StateMetrics(new PreferredOrigin(), new Annotations(Set.of()));
        var client = parts.add(scraping.client());
        var timekeeper = Timekeeper.trusting(clock);
        var storage = new Storage(parts, settings, folder, timekeeper, registry);
        new Bookkeeping(parts, settings, storage, timekeeper, registry);
        var intake = states.over(storage.intake());
        var presence = new TargetPresence(sources, intake, clock);
        var pages = new PageMappers(sources, buffers, counters, states, presence, scraping.seriesMax());
        var writes = new WriteRoute(
                () -> new SourceRowMapper(
                        sources, sources.ofSenders(), buffers, counters, states.sent(sources.ofSenders())),
                intake,
                WriteSettings.from(settings, RetentionSettings.from(settings).raw()),
                registry,
                timekeeper);
        var ledger = LedgerEndpoint.of(new LedgerTables(storage.database()), clock);
        http = HttpServer.start(Main.HTTP.in(settings), reloads, Gate.open(), routing -> {
            writes.add(routing);
            ledger.add(routing);
            metrics.add(routing);
        });
        scrapes = new SteppedScrapes(client, pages::of, intake, clock, registry);
        var discovered = DiscoverySettings.from(settings).discoveries(reloads, clock, registry);
        discoveries = new CombinedDiscovery(discovered, scraping.defaults(), found -> {
            scrapes.aim(found);
            presence.note(found);
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
        parts.close();
    }
}
