package io.gpuledger.analyzer;

import io.gpuledger.analyzer.books.BooksSettings;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.Voices;
import io.gpuledger.analyzer.cluster.kubernetes.ClusterSettings;
import io.gpuledger.analyzer.cluster.kubernetes.KubernetesCluster;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.remotewrite.MappedBooks;
import io.gpuledger.analyzer.remotewrite.WriteRoute;
import io.gpuledger.analyzer.remotewrite.WriteSettings;
import io.gpuledger.analyzer.scrape.Attendance;
import io.gpuledger.analyzer.scrape.MappedPages;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.Scraper;
import io.gpuledger.analyzer.scrape.discovery.Census;
import io.gpuledger.analyzer.scrape.discovery.Discoveries;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.scrape.kubernetes.KubernetesSettings;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.source.Workbenches;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// The wing that takes in: what is scraped, what is pushed, and what the cluster's API server tells.
final class Ingest implements AutoCloseable {
    /// What of the settings it needs. It is read before anything runs, so that what makes no sense is said at once.
    record Plan(ScrapeSettings scraping, WriteSettings writing, SourceSettings sources, ClusterSettings cluster) {
        static Plan from(Settings settings) {
            return new Plan(
                    ScrapeSettings.from(settings),
                    WriteSettings.from(
                            settings, RetentionSettings.from(settings).raw()),
                    SourceSettings.from(settings),
                    ClusterSettings.from(settings));
        }
    }

    private final Parts parts = new Parts();
    private final Scraper scraper;
    private final WriteRoute writes;
    private final Discoveries discoveries;
    private final Optional<KubernetesCluster> cluster;

    /// Nothing is asked before [#start].
    ///
    /// @param storage takes what comes in
    Ingest(Settings settings, Plan plan, Reloads reloads, Intake storage, Timekeeper clock, MeterRegistry registry) {
        var scraping = plan.scraping();
        var sources = plan.sources();
        var buffers = new Workbenches();
        var counters = new SampleCounters(registry);
        var voices = new Voices();
        var annotations = BooksSettings.annotations(settings);
        var states = new StateMetrics(voices, annotations);
        var intake = states.over(storage);

        var client = parts.add(client(scraping));
        reloads.watch("scrape-tls", scraping.tls().all(), client::reloadTls);
        var presence = new Attendance(sources, intake, clock);
        var pages = new MappedPages(sources, buffers, counters, states, presence, scraping.seriesMax());
        scraper = parts.add(new Scraper(client, pages::of, intake, clock, registry));
        discoveries =
                parts.add(discoveries(settings, reloads, scraping, new Found(scraper, presence), clock, registry));

        var books = new MappedBooks(sources, buffers, counters, states);
        writes = new WriteRoute(books, intake, plan.writing(), registry, clock);

        cluster = plan.cluster().watch(sources.cluster(), annotations, intake, voices, clock, registry);
        cluster.ifPresent(parts::add);
    }

    private static Client client(ScrapeSettings scraping) {
        try {
            return scraping.client();
        } catch (IOException e) {
            throw new CannotStartException(e);
        }
    }

    /// Who is told which targets there are. Whoever is gone says nothing after it is noted that he is.
    private record Found(Scraper scraper, Attendance presence) {
        void tell(Census census) {
            scraper.aim(census);
            presence.note(census);
        }
    }

    private static Discoveries discoveries(
            Settings settings,
            Reloads reloads,
            ScrapeSettings scraping,
            Found found,
            Timekeeper clock,
            MeterRegistry registry) {
        var all = Stream.concat(
                DiscoverySettings.from(settings).discoveries(reloads, clock, registry).stream(),
                KubernetesSettings.from(settings).discovery(clock, registry).stream());
        return new Discoveries(all.toList(), scraping.defaults(), found::tell);
    }

    void start() {
        cluster.ifPresent(KubernetesCluster::start);
        scraper.start();
        discoveries.start();
    }

    Scraper scraper() {
        return scraper;
    }

    /// Where others push to.
    WriteRoute writes() {
        return writes;
    }

    @Override
    public void close() {
        parts.close();
    }
}
